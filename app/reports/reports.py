"""The findings of a check in four printed forms: text, JSON, SARIF, JUnit.

SARIF 2.1.0 and JUnit XML are what code hosts and continuous integration servers read.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.programs.findings import Finding, from_diagnostics, from_problems
from app.reports.cell_report import cell_texts, cell_warnings, exemption_rows, note_row
from app.reports.cycle_report import cycle_json, cycle_text
from app.reports.file_uris import uri_of
from app.reports.foreign_report import foreign_json, foreign_lines
from app.reports.proof_report import (
    GAP_RULE,
    certificates_json,
    clearances_json,
    gap_results,
    proof_json,
    proof_lines,
)
from app.reports.time_report import Times, time_lines, times_json
from language import Statement, render
from scenes import Report

CHECK_FORMAT = "cellwright-check"
# Characters that XML 1.0 may not hold, not even escaped; a program or a file name may hold them.
NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


@dataclass(frozen=True)
class Checked:
    """A checked program: its name as the user wrote it, its report, and its findings.

    texts: The printed form of each finding, in the same order. times: Where its time goes.
    """

    program: str
    report: Report
    findings: tuple[Finding, ...]
    texts: tuple[str, ...]
    times: Times

    @property
    def ok(self) -> bool:
        """Whether no finding is an error."""
        return not any(finding.severity == "error" for finding in self.findings)

    def error_texts(self) -> list[str]:
        """The printed form of the errors."""
        pairs = zip(self.findings, self.texts, strict=True)
        return [text for finding, text in pairs if finding.severity == "error"]

    def other_texts(self) -> list[str]:
        """The printed form of warnings and notes, then of the warnings of the cell file."""
        pairs = zip(self.findings, self.texts, strict=True)
        texts = [text for finding, text in pairs if finding.severity != "error"]
        return [*texts, *cell_warnings(self.report.run.cell)]


def checked(name: str, text: str, report: Report, times: Times | None = None) -> Checked:
    """A checked program whose findings are sorted by line.

    name: The program's name in messages. text: Its source text. times: As the user asked for them.
    """
    lines = text.splitlines()
    texts = [render(item, text, name) for item in report.diagnostics]
    texts += [problem_text(item, lines, name) for item in report.problems]
    places = {item.line: item for item in report.run.program.statements}
    found = [
        *from_diagnostics(report.diagnostics),
        *(
            at_statement(item, None if item.file else places.get(item.line))
            for item in from_problems(report.problems)
        ),
    ]
    rows = sorted(zip(found, texts, strict=True), key=lambda row: row[0].line)
    told = times or Times.of(report.run, is_listed=False)
    return Checked(name, report, tuple(row[0] for row in rows), tuple(row[1] for row in rows), told)


def at_statement(finding: Finding, statement: Statement | None) -> Finding:
    """The finding with the columns of its statement, where it spoke of the whole line."""
    if statement is None:
        return finding
    return replace(
        finding,
        column=statement.column,
        end_line=statement.line,
        end_column=statement.end_column,
    )


def problem_text(problem: Any, lines: Sequence[str], name: str) -> str:
    """A problem of the run as a compiler prints it, with its source line."""
    where = f"{problem.file or name}:{problem.line}"
    head = f"{problem.severity}[{problem.code}]: {problem.message}\n  --> {where}"
    if problem.file or not 1 <= problem.line <= len(lines):
        return head
    return f"{head}\n{problem.line:3d} |   {lines[problem.line - 1].rstrip()}"


def as_text(programs: Sequence[Checked]) -> str:
    """The text for a terminal: all messages, those of the cell, a summary of each program."""
    blocks = [text for item in programs for text in item.texts]
    about = "\n".join(cell_texts(programs[0].report.run.cell)) if programs else ""
    blocks += [about] if about else []
    ends = [
        line
        for item in programs
        for line in (
            summary(item),
            *foreign_lines(item.report.run.program),
            *time_lines(item.times),
            *proof_lines(item.report),
        )
    ]
    return "\n\n".join([*blocks, "\n".join(ends)])


def summary(item: Checked) -> str:
    """One line with the number of findings, the length of the run and its collisions."""
    errors = sum(finding.severity == "error" for finding in item.findings)
    warnings = sum(finding.severity == "warning" for finding in item.findings)
    run = item.report.run
    counts = f"{item.program}: {count(errors, 'error')}, {count(warnings, 'warning')}"
    if not run.steps:
        return f"{counts}; not run, collisions not checked"
    length = f"{run.duration:.2f} s, {count(len(run.steps), 'step')}"
    cycle = cycle_text(run)
    ended = f"{counts}; {length}, {count(len(item.report.collisions), 'collision')}"
    return f"{ended}; {cycle}" if cycle else ended


def count(number: int, word: str) -> str:
    """A number with its word: `1 error`, `2 errors`."""
    return f"{number} {word}" + ("" if number == 1 else "s")


def as_json(programs: Sequence[Checked]) -> str:
    """All programs as JSON, times in s."""
    answer = {
        "format": CHECK_FORMAT,
        "version": 1,
        "ok": all(item.ok for item in programs),
        "programs": [program_json(item) for item in programs],
    }
    return json.dumps(answer, indent=2)


def program_json(item: Checked) -> dict[str, Any]:
    """One checked program as plain values: times in s, volumes in mm3, points in mm."""
    found = item.report.certificates
    shown = {} if found is None else {"certificates": certificates_json(found)}
    return {
        "program": item.program,
        "duration_s": item.report.run.duration,
        "cycle": cycle_json(item.report.run),
        **times_json(item.times),
        "diagnostics": [
            {
                "code": finding.code,
                "severity": finding.severity,
                "file": finding.file or item.program,
                "line": finding.line,
                "column": finding.column,
                "message": finding.message,
                "help": finding.help,
                "time_s": finding.time,
            }
            for finding in item.findings
        ],
        "motions": [
            {
                "line": step.line,
                "file": step.file or item.program,
                "start_s": step.start_time,
                "end_s": step.end_time,
                "branch": step.branch,
            }
            for step in item.report.run.steps
            if step.branch
        ],
        "collisions": [
            {
                "line": hit.line,
                "file": hit.file,
                "start_s": hit.time,
                "end_s": hit.time_end,
                "bodies": [hit.body_a, hit.body_b],
                "peak_s": hit.peak_time,
                "volume_mm3": hit.volume_mm3,
                "centroid_mm": [float(x) for x in hit.centroid],
            }
            for hit in item.report.collisions
        ],
        "excepted": [list(pair) for pair in item.report.excepted],
        "excepted_while": exemption_rows(item.report.run.cell),
        "cell": [note_row(note) for note in item.report.run.cell.notes],
        "proof": proof_json(item.report),
        "coverage": item.report.coverage.as_plain(),
        **foreign_json(item.report.run.program),
        "clearances": clearances_json(item.report),
        **shown,
    }


def as_sarif(programs: Sequence[Checked]) -> str:
    """SARIF 2.1.0 with one rule for each code of a finding."""
    codes = sorted({finding.code for item in programs for finding in item.findings})
    driver = {"name": "cellwright", "rules": [{"id": code} for code in codes]}
    results = [sarif_result(f.file or item.program, f) for item in programs for f in item.findings]
    results += [
        result for item in programs for result in gap_results(item.program, item.report.proof.gaps)
    ]
    if any(item.report.proof.gaps for item in programs):
        driver["rules"] = [*driver["rules"], {"id": GAP_RULE}]
    return json.dumps(
        {
            "$schema": SARIF_SCHEMA,
            "version": "2.1.0",
            "runs": [
                {
                    "tool": {"driver": driver},
                    "columnKind": "unicodeCodePoints",
                    "results": results,
                    "properties": {
                        "proofs": {item.program: proof_json(item.report) for item in programs},
                        "coverages": {
                            item.program: item.report.coverage.as_plain() for item in programs
                        },
                    },
                }
            ],
        },
        indent=2,
    )


def sarif_result(program: str, finding: Finding) -> dict[str, Any]:
    """A finding as a result of SARIF."""
    region = {"startLine": max(finding.line, 1)}
    if finding.column:
        region["startColumn"] = finding.column
    if finding.end_column and finding.end_line == finding.line:
        region["endColumn"] = finding.end_column
    return {
        "ruleId": finding.code,
        "level": finding.severity,
        "message": {"text": finding.message},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": uri_of(program)},
                    "region": region,
                }
            }
        ],
    }


def as_junit(programs: Sequence[Checked]) -> str:
    """JUnit XML with one test case for each program.

    Errors are the failure of the case; the proof, warnings and notes are its output.
    """
    from xml.sax.saxutils import escape, quoteattr  # slow to load, needed for this format only

    failures = sum(not item.ok for item in programs)
    rows = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuite name="cellwright check" tests="{len(programs)}" failures="{failures}">',
    ]
    for item in programs:
        name, seconds = quoteattr(item.program), item.report.run.duration
        errors = item.error_texts()
        rows.append(f'  <testcase classname="cellwright" name={name} time="{seconds:.3f}">')
        if errors:
            message = quoteattr(errors[0].splitlines()[0])
            body = escape("\n\n".join(errors))
            rows.append(f"    <failure message={message}>{body}</failure>")
        proof = "\n".join(line.strip() for line in proof_lines(item.report))
        output = escape("\n\n".join(text for text in (proof, *item.other_texts()) if text))
        rows += [f"    <system-out>{output}</system-out>"] if output else []
        rows.append("  </testcase>")
    return NOT_IN_XML.sub("\ufffd", "\n".join([*rows, "</testsuite>"]))


PRINTERS = {"text": as_text, "json": as_json, "sarif": as_sarif, "junit": as_junit}
