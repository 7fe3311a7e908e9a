"""Files of stage matrices, so that an arm that was set up once is loaded without set-up.

The file of an arm holds its links, the chosen loops and their arrays of stage 2. The file of stage
1 holds the constants that are the same for all arms. Both are NumPy archives of numbers and names,
read without pickle.
"""

import zipfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.joints import Joint, JointKind
from kinematics.arm.mechanism import Mechanism
from kinematics.errors import KinematicsError
from kinematics.solvers.elimination.arm import EliminationArm, assembled
from kinematics.solvers.elimination.loops import Chain, Loop
from kinematics.solvers.elimination.probing import Probed
from kinematics.solvers.elimination.stages import StageOne, StageTwo, stage_one

ARM_FORMAT, STAGE_ONE_FORMAT = "elimination-arm-1", "elimination-stage-one-1"
LIMITS = ("lower", "upper", "speed", "acceleration", "jerk")
STAGE_ARRAYS = ("U", "V", "shifted", "pencil")

Archive = dict[str, NDArray]


def save_stage_one(path: str | Path, constants: StageOne | None = None) -> None:
    """Writes the matrices that are the same for all arms to an .npz file."""
    one = constants or stage_one()
    np.savez(
        path,
        format=np.array(STAGE_ONE_FORMAT),
        basis=one.basis,
        terms=one.terms,
        near=one.near,
        far=one.far,
    )


def load_stage_one(path: str | Path) -> StageOne:
    """The matrices of a file that save_stage_one wrote; KinematicsError for any other file."""
    data = _read(path, STAGE_ONE_FORMAT)
    return StageOne(data["basis"], data["terms"], data["near"], data["far"])


def save_arm(path: str | Path, arm: EliminationArm) -> None:
    """Writes an arm with its matrices of stage 2 to an .npz file."""
    mechanism, chain = arm.mechanism, arm.chain
    loops = list(arm.loops) + [v for v in arm.forced.values() if v not in arm.loops]
    arrays: Archive = {
        "format": np.array(ARM_FORMAT),
        "name": np.array([mechanism.name, mechanism.source]),
        "joints": np.array([joint.name for joint in mechanism.joints]),
        "kinds": np.array(mechanism.kinds),
        "limits": np.array([[getattr(j, name) for name in LIMITS] for j in mechanism.joints]),
        "T_link_joint": mechanism.T_link_joint,
        "T_last_flange": mechanism.T_last_flange,
        "chain_length": np.array(chain.length),
        "chain_gaps": chain.gaps,
        "chain_base_first": chain.T_base_first,
        "chain_last_flange": chain.T_last_flange,
        "used": np.array(len(arm.loops)),
        "forced": np.array(list(arm.forced), dtype="U8"),
        "forced_loop": np.array([loops.index(v) for v in arm.forced.values()], dtype=int),
        "loops": np.array([_verdict_row(v) for v in loops]),
    }
    for number, verdict in enumerate(loops):
        for name in STAGE_ARRAYS:
            arrays[f"{name}_{number}"] = getattr(verdict.stage, name)
    np.savez(path, **arrays)  # type: ignore[arg-type]


def load_arm(path: str | Path) -> EliminationArm:
    """The arm of a file that save_arm wrote; KinematicsError for any other file."""
    data = _read(path, ARM_FORMAT)
    kinds = str(data["kinds"])
    joints = tuple(
        Joint(str(name), JointKind(kind), *(float(x) for x in limits))
        for name, kind, limits in zip(data["joints"], kinds, data["limits"], strict=True)
    )
    name, source = (str(text) for text in data["name"])
    mechanism = Mechanism(joints, data["T_link_joint"], data["T_last_flange"], name, source)
    chain = Chain(
        kinds,
        float(data["chain_length"]),
        data["chain_gaps"],
        data["chain_base_first"],
        data["chain_last_flange"],
    )
    loops = [_verdict(kinds, data, number) for number in range(len(data["loops"]))]
    forced = {
        str(pair): loops[int(at)]
        for pair, at in zip(data["forced"], data["forced_loop"], strict=True)
    }
    return assembled(mechanism, chain, tuple(loops[: int(data["used"])]), forced)


def _verdict_row(verdict: Probed) -> list[float]:
    """The numbers of a probed loop, in the order in which _verdict reads them."""
    stage = verdict.stage
    return [
        float(stage.loop.middle),
        float(stage.loop.backwards),
        float(stage.rank),
        float(verdict.missed),
        float(verdict.known),
        float(verdict.noisy),
        verdict.quality,
        float(verdict.split),
    ]


def _verdict(kinds: str, data: Archive, number: int) -> Probed:
    middle, backwards, rank, missed, known, noisy, quality, split = data["loops"][number]
    loop = Loop(int(middle), bool(backwards))
    U, V, shifted, pencil = (data[f"{name}_{number}"] for name in STAGE_ARRAYS)
    in_order = "".join(kinds[joint] for joint in loop.order)
    of_inverse = (loop.pose_place >= 3) == loop.backwards
    stage = StageTwo(loop, in_order, of_inverse, U, V, shifted, pencil, int(rank))
    return Probed(stage, int(missed), int(known), bool(noisy), float(quality), bool(split))


def _read(path: str | Path, wanted: str) -> Archive:
    """All arrays of an archive; KinematicsError if it cannot be read or has another format."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            data = {name: archive[name] for name in archive.files}
    except (FileNotFoundError, PermissionError, IsADirectoryError) as error:
        raise KinematicsError(f"{path} cannot be read: {error.strerror}") from None
    except (OSError, ValueError, EOFError, AttributeError, zipfile.BadZipFile):
        raise KinematicsError(
            f"{path}: not an archive of matrices; `robots matrices` writes one"
        ) from None
    found = str(data.get("format", "no format"))
    if found != wanted:
        raise KinematicsError(f"{path}: holds {found}, where {wanted} is needed")
    return data
