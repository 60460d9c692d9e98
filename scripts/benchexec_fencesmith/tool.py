"""BenchExec tool-info module. A run is one of two things:

- a job of a suite: the task has no file, its name is an instance of the suite, with `:` for `/` because BenchExec names log
  files after the last part of a path; the options are the suite file, the algorithm with its first bound if it has one
  (`robmc-et/k1=5`), and what else `fencesmith worker` is to be told. The output is the job's record.
- a C file: the options are those of `fencesmith suggest`. The output is its JSON report.
"""

import json

import benchexec.result as result
import benchexec.tools.template

SOLVED = {"safe", "repaired", "unrepairable"}


def report_of(output):
    """The record or report in an output, or nothing."""
    lines = list(output)
    for line in lines:
        if line.startswith('{"schema"'):
            return json.loads(line)
    try:
        return json.loads("\n".join(lines))
    except json.JSONDecodeError:
        return None


class Tool(benchexec.tools.template.BaseTool2):
    def name(self):
        return "fencesmith"

    def executable(self, tool_locator):
        return tool_locator.find_executable("fencesmith", subdir="target/release")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="fencesmith")

    def cmdline(self, executable, options, task, rlimits):
        seconds = rlimits.walltime or rlimits.cputime
        limits = ["--timeout", str(seconds)] if seconds else []
        if list(task.input_files_or_empty):
            return [executable, "suggest", "--format", "json", *options, *limits, *task.input_files]
        suite, algorithm, *more = options
        instance = task.input_files_or_identifier[0].replace(":", "/")
        if rlimits.memory:
            limits += ["--memory", str(rlimits.memory // 2**20)]
        return [executable, "worker", suite, f"{instance}/{algorithm}", *more, *limits]

    def determine_result(self, run):
        report = report_of(run.output)
        if report is None:
            out_of_memory = any("memory allocation of " in line for line in run.output)
            return "OUT_OF_MEMORY" if out_of_memory else result.RESULT_ERROR
        verdict = report["verdict"]
        if report.get("as_expected") is False:
            return f"WRONG({verdict})"
        return f"{result.RESULT_DONE}({verdict})" if verdict in SOLVED else verdict

    def get_value_from_output(self, output, identifier):
        report = report_of(output) or {}
        value = report.get(identifier)
        return "" if value is None else str(value)
