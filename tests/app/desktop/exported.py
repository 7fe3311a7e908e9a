"""The dialog of an exported trajectory, filled in and pressed in the real window."""

from pathlib import Path


def exported(qtbot, window, path: Path) -> Path:
    """Exports the trajectory of the shown run into a file with the dialog; gives the file."""
    from app.desktop.menus.exporting.trajectories.trajectory_dialog import TrajectoryDialog

    window.actions_by_key["export"].trigger()
    [dialog] = [each for each in window.findChildren(TrajectoryDialog) if each.isVisible()]
    dialog.file.setText(str(path))
    ended: list[object] = []
    dialog.exported.connect(lambda *given: ended.append(given))
    dialog.export_button.click()
    qtbot.waitUntil(lambda: bool(ended), timeout=240_000)
    return path
