"""Every edit that the window makes of a cell or a program, with random things and values.

An act is what one press of a key, one drag or one typed value does. It gives nothing: a refused
act raises SceneError or tells the user, and must then have changed nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
from edit_desk import Desk, random_pose
from panel_acts import edit_anything
from program_acts import remove_location, rename_location, teach

from app.desktop.looks.notice import BODY, FRAME, ROBOT
from app.desktop.modelling.adding import SHAPES, add_body_here, add_frame_here
from app.desktop.modelling.edits.contact_edits import allow_contact, allowed_with, forbid_contact
from app.desktop.modelling.edits.hand_edits import set_hand, set_tool
from app.desktop.modelling.edits.movable import pose_of_thing, selected_things
from app.desktop.modelling.edits.new_things import add_frame
from app.desktop.modelling.edits.placing import move_in_world, move_several, section_of
from app.desktop.modelling.edits.removing import remove_body
from app.desktop.modelling.edits.robot_choice import change_robot
from app.desktop.modelling.edits.solid_edits import NEW_SHAPES, solid_path
from app.desktop.modelling.entries.clipboard import clip_text, paste
from app.desktop.modelling.entries.copies import duplicate
from app.desktop.modelling.entries.framing import group, set_frames, ungroup
from app.desktop.modelling.entries.ordering import move_before, move_by
from app.desktop.modelling.entries.removal import remove_all
from app.desktop.modelling.entries.renaming import rename
from app.desktop.modelling.importing.file_kinds import FileKind
from app.desktop.modelling.importing.import_edits import import_bodies, use_robot
from app.desktop.modelling.importing.import_item import ImportItem
from app.desktop.modelling.importing.import_jobs import read_body, read_part
from app.desktop.modelling.sections.several_section import SeveralSection
from app.desktop.modelling.solid_editor import SolidEditor
from app.desktop.modelling.steps.pattern_grips import pattern_grips
from app.desktop.modelling.steps.shape_grips import shape_grips
from app.desktop.modelling.steps.step_edits import change_shape, shape_at
from app.desktop.view3d.handles.pointed_frames import frame_of_points
from scenes.library import hand_names, robot_path

Act = Callable[[Desk, random.Random], object]
GROUPS = ("fixtures", "parts")
ROBOTS = ("hokkaido1985", "puma560", "ur5e")
PHASES = ("always", "resting", "gripped")


def select_some(desk: Desk, rng: random.Random) -> None:
    """Selects nothing, one thing or a few."""
    desk.document.select_all(desk.some(rng) if rng.random() < 0.9 else ())


# New things.


def add_body(desk: Desk, rng: random.Random) -> None:
    add_body_here(desk.document, rng.choice(("fixtures", "parts")), rng.choice(SHAPES))


def put_new_body(desk: Desk, rng: random.Random) -> None:
    """Adds a body and clicks the face on which it goes: one undo step."""
    add_body(desk, rng)
    name = desk.document.selection.name
    move_in_world(desk.document, name, random_pose(rng), BODY, joins=f"Add {name}")


def add_frame_by_points(desk: Desk, rng: random.Random) -> None:
    points = [np.array([rng.uniform(-500, 500) for _ in range(3)]) for _ in range(3)]
    T = frame_of_points(*points)
    if T is not None:
        add_frame(desk.document, T)


def duplicate_some(desk: Desk, rng: random.Random) -> None:
    made = duplicate(desk.document, desk.some(rng, BODY, FRAME))
    if made:
        desk.document.select_all(made)


def copy_and_paste(desk: Desk, rng: random.Random) -> None:
    cell = desk.document.cell
    if not desk.clipboard or rng.random() < 0.5:
        desk.clipboard = clip_text(cell, desk.file, desk.some(rng, BODY, FRAME))
    desk.document.select_all(paste(desk.document, desk.clipboard))


def import_mesh(desk: Desk, rng: random.Random) -> None:
    path, unit = desk.folder / "bracket.stl", rng.choice((None, "mm", "cm"))
    found = read_body(path, unit, _no_progress)
    item = ImportItem(1, path, FileKind.MESH, "bracket", rng.choice(GROUPS), unit, found=found)
    desk.document.select(BODY, import_bodies(desk.document, [item])[0])


def import_part(desk: Desk, rng: random.Random) -> None:
    path = desk.folder / "angle.part.yaml"
    found = read_part(path, _no_progress)
    item = ImportItem(1, path, FileKind.PART, "angle", rng.choice(GROUPS), found=found)
    desk.document.select(BODY, import_bodies(desk.document, [item])[0])


def _no_progress(*_: object) -> None:
    """Tells nobody how far the reading has come."""


# Things that are there.


def remove_some(desk: Desk, rng: random.Random) -> None:
    desk.document.select_all(desk.some(rng, BODY, FRAME))
    remove_all(desk.document, desk.document.selection.all)


def remove_by_panel(desk: Desk, rng: random.Random) -> None:
    desk.document.select(*desk.one(rng, BODY))
    remove_body(desk.document, desk.document.selection.name)


def take_offer(desk: Desk, rng: random.Random) -> None:
    """Removes a frame in which things stand, and presses the button of the message."""
    frame = desk.one(rng, FRAME)
    desk.offers.clear()
    desk.document.select(*frame)
    remove_all(desk.document, [frame])
    if desk.offers:
        rng.choice(desk.offers.pop().offers).action()


def cut_some(desk: Desk, rng: random.Random) -> None:
    keys = desk.some(rng, BODY, FRAME)
    desk.clipboard = clip_text(desk.document.cell, desk.file, keys)
    desk.document.select_all(keys)
    remove_all(desk.document, keys)


def rename_one(desk: Desk, rng: random.Random) -> None:
    rename(desk.document, *desk.one(rng, BODY, FRAME, ROBOT), f"n{rng.randint(0, 40)}")


def group_some(desk: Desk, rng: random.Random) -> None:
    name = group(desk.document, desk.some(rng, BODY, FRAME, ROBOT))
    if name:
        desk.document.select(FRAME, name)


def dissolve(desk: Desk, rng: random.Random) -> None:
    things = ungroup(desk.document, desk.one(rng, FRAME)[1])
    if things:
        desk.document.select_all(things)


def place_in_frame(desk: Desk, rng: random.Random) -> None:
    frame = rng.choice([*(name for _, name in desk.keys(FRAME)), "world"])
    set_frames(desk.document, desk.some(rng, BODY, FRAME, ROBOT), frame, rng.random() < 0.4)


def order(desk: Desk, rng: random.Random) -> None:
    move_by(desk.document, desk.some(rng, BODY, FRAME), rng.choice((-1, 1)))


def drop_before(desk: Desk, rng: random.Random) -> None:
    """Drops a row of the tree above another one of its section, or at the end."""
    kind, name = desk.one(rng, BODY, FRAME)
    section = section_of(desk.file, name, kind)
    if section is not None:
        move_before(desk.document, [(kind, name)], rng.choice([*desk.file.data[section], ""]))


def drag_some(desk: Desk, rng: random.Random) -> None:
    """Moves the selected things by the handles: arrows, or rings too."""
    document = desk.document
    document.select_all(desk.some(rng, BODY, FRAME, ROBOT))
    motion = random_pose(rng)
    if rng.random() < 0.5:
        motion[:3, :3] = np.eye(3)
    poses = {}
    for thing in selected_things(document):
        T = pose_of_thing(document.cell, thing)
        poses[thing] = motion @ T
    move_several(document, poses)


def paint_several(desk: Desk, rng: random.Random) -> None:
    _select_several(desk, rng)
    section = desk.panel.section(SeveralSection)
    if section is not None:
        section._paint(rng.choice(("#123456", "#abcdef", None)))


def move_several_by_numbers(desk: Desk, rng: random.Random) -> None:
    _select_several(desk, rng)
    section = desk.panel.section(SeveralSection)
    if section is not None:
        section.numbers[rng.randrange(3)].setValue(rng.choice((12.5, -100)))
        section.move_all()


def _select_several(desk: Desk, rng: random.Random) -> None:
    found = desk.keys(BODY, FRAME)
    first, *others = rng.sample(found, min(3, len(found))) or [desk.one(rng, ROBOT)]
    desk.document.select_all([first, *others])


def type_field(desk: Desk, rng: random.Random) -> None:
    """Any row of the panel for any thing: place, size, colour, grasp, ready pose, title, margin."""
    desk.document.select_all([desk.one(rng)] if rng.random() < 0.85 else ())
    editor = desk.panel._solid
    if editor is not None and rng.random() < 0.7:
        editor.choose(rng.choice([item.data(0, 256) for item in editor._items()]))
    edit_anything(desk.panel, rng)


# Steps of a solid.


def _editor(desk: Desk, rng: random.Random) -> SolidEditor | None:
    """The editor of the steps of a body, with a step chosen."""
    desk.document.select(*desk.one(rng, BODY))
    editor: SolidEditor | None = desk.panel._solid
    if editor is not None:
        editor.choose(rng.choice([tuple(item.data(0, 256)) for item in editor._items()]))
    return editor


def add_step(desk: Desk, rng: random.Random) -> None:
    editor = _editor(desk, rng)
    if editor is not None:
        kind = rng.choice([kind for kind in NEW_SHAPES if kind != "half_space"])
        editor.add_shape(rng.choice(("add", "add", "cut")), kind, NEW_SHAPES[kind])


def add_part_file(desk: Desk, rng: random.Random) -> None:
    editor = _editor(desk, rng)
    if editor is not None:
        editor.use_file("add", "angle.part.yaml")


def add_mesh(desk: Desk, rng: random.Random) -> None:
    editor = _editor(desk, rng)
    if editor is not None:
        editor.add_shape("add", "mesh", {"file": "bracket.stl", "unit": "mm"})


def remove_step(desk: Desk, rng: random.Random) -> None:
    editor = _editor(desk, rng)
    if editor is not None:
        editor._remove()


def move_step(desk: Desk, rng: random.Random) -> None:
    editor = _editor(desk, rng)
    if editor is not None:
        editor._move(rng.choice((-1, 1)))


def change_operation(desk: Desk, rng: random.Random) -> None:
    editor = _editor(desk, rng)
    if editor is not None:
        editor.operation.setCurrentText(rng.choice(("add", "cut", "common")))
        editor.operation.activated.emit(editor.operation.currentIndex())


def pull_step(desk: Desk, rng: random.Random) -> None:
    """Pulls a size handle of a step, a handle of its pattern, or the whole step."""
    name = desk.one(rng, BODY)[1]
    path = solid_path(desk.file, name)
    if path is None:
        return
    index = rng.randrange(len(desk.file.data[path[0]][name]["solid"]))
    step = desk.file.data[path[0]][name]["solid"][index]
    operation, shape = next(iter(step.items()))
    owner = (*path, index, operation)
    if rng.random() < 0.3:
        changed = shape_at(shape, random_pose(rng))
    else:
        grips = [*shape_grips(shape, ((-9, -9, -9), (9, 9, 9))), *pattern_grips(shape)]
        if not grips:
            return
        grip = rng.choice(grips)
        changed = grip.change(rng.choice((5.0, -3.0, rng.uniform(-20, 20))), rng.random() < 0.3)
    change_shape(desk.document, owner, changed, f"Size of {name}")


# Contacts, hand and robot.


def allow(desk: Desk, rng: random.Random) -> None:
    names = [name for _, name in desk.keys(BODY)]
    robot = desk.document.cell.robot
    names += [f"{robot.name}.{body}" for body in robot.body_names]
    name = desk.one(rng, BODY)[1]
    others = [n for n in names if n != name]
    if name in names:
        allow_contact(desk.document, name, rng.choice(others), rng.choice(PHASES))


def forbid(desk: Desk, rng: random.Random) -> None:
    known = list(allowed_with(desk.file, desk.one(rng, BODY)[1]))
    if known:
        forbid_contact(desk.document, rng.choice(known))


def change_hand(desk: Desk, rng: random.Random) -> None:
    name = desk.document.cell.robot.name
    set_hand(desk.document, name, rng.choice((*hand_names(), "none", None)))


def change_tool(desk: Desk, rng: random.Random) -> None:
    name, at = desk.document.cell.robot.name, [0, rng.choice((5, 0.333)), 120.5]
    set_tool(desk.document, name, rng.choice((at, None)), rng.choice(([0, 0, 0], [0, 90, 0])))


def change_arm(desk: Desk, rng: random.Random) -> None:
    change_robot(desk.document, rng.choice(ROBOTS))


def import_robot(desk: Desk, rng: random.Random) -> None:
    use_robot(desk.document, robot_path(rng.choice(ROBOTS)))


def ready_as_shown(desk: Desk, rng: random.Random) -> None:
    """Jogs the arm and takes the shown pose as the ready pose."""
    from app.desktop.modelling.sections.robot_section import ReadySection

    document = desk.document
    joints = document.cell.robot.mechanism.joints
    bounds = [(max(j.lower, -3.0), min(j.upper, 3.0)) for j in joints]
    document.jog(np.array([rng.uniform(*bound) for bound in bounds]))
    document.select(*desk.one(rng, ROBOT))
    section = desk.panel.section(ReadySection)
    if section is not None:
        section.take_shown.click()


# How things are shown: no edit of a file.


def hide(desk: Desk, rng: random.Random) -> None:
    looks, key = desk.document.looks, desk.one(rng, BODY)
    acts = (
        lambda: looks.hide([key]),
        lambda: looks.show([key]),
        lambda: looks.isolate([k for k in desk.keys(BODY) if k != key]),
        looks.end_isolation,
        looks.show_all,
        lambda: looks.fade([key[1]], rng.choice((0.25, 1.0))),
    )
    rng.choice(acts)()


def lock(desk: Desk, rng: random.Random) -> None:
    key, looks = desk.one(rng, BODY, FRAME, ROBOT), desk.document.looks
    looks.lock([key] if rng.random() < 0.4 else list(looks.locked), key not in looks.locked)


EDITS: dict[str, Act] = {
    act.__name__: act
    for act in (
        add_body, put_new_body, add_frame_by_points, duplicate_some, copy_and_paste, import_mesh,
        import_part, remove_some, remove_by_panel, take_offer, cut_some, rename_one, group_some,
        dissolve, place_in_frame, order, drop_before, drag_some, paint_several,
        move_several_by_numbers, type_field, add_step, add_part_file, add_mesh, remove_step,
        move_step, change_operation, pull_step, allow, forbid, change_hand, change_tool,
        change_arm, import_robot, ready_as_shown, rename_location, remove_location, teach,
    )
}  # fmt: skip
EDITS["add_frame_here"] = lambda desk, rng: add_frame_here(desk.document)
CHOICES: dict[str, Act] = {act.__name__: act for act in (select_some, hide, lock)}
# Edits that begin with the selection that the user has; all others select their thing first.
KEEPING = frozenset(
    {
        "add_body", "put_new_body", "add_frame_by_points", "add_frame_here", "duplicate_some",
        "copy_and_paste", "import_mesh", "import_part", "group_some", "dissolve", "place_in_frame",
        "order", "drop_before", "rename_one", "allow", "forbid", "change_hand", "change_tool",
        "change_arm", "import_robot", "pull_step",
    }
)  # fmt: skip
