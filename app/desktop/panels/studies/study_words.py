"""The words of the pane of studies."""

from __future__ import annotations

from typing import NamedTuple

from app.desktop.panels.studies.study_desk import StudyDesk
from scenes.studies.engine.estimate import shown_time


class HeadWords(NamedTuple):
    """What stands above the buttons."""

    title: str
    question: str = ""
    size: str = ""


def head_words(study: StudyDesk) -> HeadWords:
    """What the study is called, what it asks, and its size with the time that it takes."""
    asked = study.asked
    if asked is None:
        if study.is_reading:
            return HeadWords("Reading the study …")
        return HeadWords(
            "No study is open.",
            "A study file asks which poses are reached, where a "
            "robot stands best, or how often a program fails.",
        )
    size = f"{study.size}." if study.is_estimated else f"{study.size}; the time is being tried …"
    done = study.standing.done if study.standing is not None else 0
    if study.is_whole:
        size += " All of it is computed."
    elif done and not study.is_running:
        size += f" {done:,} of {asked.chunks:,} chunks are computed."
    return HeadWords(asked.title, asked.question, size)


def next_step(study: StudyDesk) -> str:
    """What the first button does: it starts, goes on, or shows what is there."""
    if study.is_whole:
        return "Show result"
    if study.is_begun:
        return "Resume"
    return "Start"


def progress_words(study: StudyDesk) -> str:
    """How far a running study is, what it has found, and the time that is left."""
    progress = study.progress
    if not study.is_running:
        return ""
    if study.is_stopping:
        return "Stopping …"
    if progress is None:
        return "The processes are starting …"
    parts = [f"{progress.done:,} of {progress.chunks:,} chunks", progress.counts]
    if progress.seconds_left is None:
        parts.append("the first chunks are being computed")
    else:
        parts.append(f"about {shown_time(progress.seconds_left)} left")
    return ", ".join(part for part in parts if part)
