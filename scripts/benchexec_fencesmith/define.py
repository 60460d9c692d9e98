#!/usr/bin/env python3
"""Prints the BenchExec benchmark definition of a suite: define.py FENCESMITH SUITE [OPTION...]

The options (`--conditions paper`) go to every run.
"""

import pathlib
import subprocess
import sys
from xml.sax.saxutils import escape

HEAD = """<?xml version="1.0"?>
<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 2.3//EN" "https://www.sosy-lab.org/benchexec/benchmark-2.3.dtd">
<!-- Written by define.py. -->
<benchmark tool="benchexec_fencesmith.tool" timelimit="600 s" hardtimelimit="610 s" walltimelimit="600 s" memlimit="4 GB" cpuCores="1">"""


def main():
    executable, suite, *more = sys.argv[1:]
    jobs = subprocess.run([executable, "compare", suite, "--list"], capture_output=True, text=True, check=True).stdout.split()
    instances, algorithms = {}, {}
    for job in jobs:
        # The algorithm, and with it the first bound, is what comes after the model.
        parts = job.split("/")
        tail = 2 if parts[-1].startswith("k1=") else 1
        instances["/".join(parts[:-tail])] = None
        algorithms["/".join(parts[-tail:])] = None
    print(HEAD)
    for algorithm in algorithms:
        print(f'  <rundefinition name="{escape(algorithm.replace("/", "-"))}">')
        for text in [suite, algorithm, *more]:
            # An option is a name and, as text, its value; ours are names only.
            print(f'    <option name="{escape(text)}"/>')
        print("  </rundefinition>")
    print(f'  <tasks name="{escape(pathlib.Path(suite).stem)}">')
    for instance in instances:
        print(f"    <withoutfile>{escape(instance.replace('/', ':'))}</withoutfile>")
    # No columns: BenchExec cannot fill them for tasks without files, and the records hold everything.
    print("  </tasks>\n</benchmark>")


if __name__ == "__main__":
    main()
