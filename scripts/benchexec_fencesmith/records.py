#!/usr/bin/env python3
"""Prints the records of a BenchExec run as JSON lines, for `fencesmith plot`: records.py FENCESMITH RESULTS.xml[.bz2]...

The records are what the jobs printed. For a job that BenchExec ended, fencesmith is asked for the record of a job that ended so.
The log files are looked for beside the results, as BenchExec leaves them: in a folder or in a zip file.
"""

import bz2
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as tree
import zipfile


def logs_of(results):
    """A function from the name of a log file to its text."""
    stem = results.name.split(".results.")[0] + ".logfiles"
    folder, packed = results.with_name(stem), results.with_name(stem + ".zip")
    if folder.is_dir():
        return lambda name: (folder / name).read_text(errors="replace")
    if packed.exists():
        archive = zipfile.ZipFile(packed)
        return lambda name: archive.read(f"{stem}/{name}").decode(errors="replace")
    sys.exit(f"{results}: neither {folder.name} nor {packed.name} is beside it")


def main():
    executable, *files = sys.argv[1:]
    for path in map(pathlib.Path, files):
        opened = bz2.open(path) if path.suffix == ".bz2" else path.open("rb")
        with opened as file:
            results = tree.parse(file).getroot()
        log = logs_of(path)
        definition = results.get("name").removesuffix("." + (results.get("block") or ""))
        suite, algorithm, *more = results.get("options").split()
        for run in results.iter("run"):
            instance = run.get("name")
            lines = log(f"{definition}.{instance}.log").splitlines()
            found = [line for line in lines if line.startswith('{"schema"')]
            if found:
                print(found[0], flush=True)
                continue
            columns = {column.get("title"): column.get("value") for column in run.iter("column")}
            status = columns.get("status", "")
            ended = "time-out" if "TIMEOUT" in status else "out-of-memory" if "MEMORY" in status else "crash"
            after = columns.get("walltime", "0").rstrip("s")
            job = instance.replace(":", "/") + "/" + algorithm
            subprocess.run([executable, "worker", suite, job, *more, "--ended", ended, "--after", after], check=True)


if __name__ == "__main__":
    main()
