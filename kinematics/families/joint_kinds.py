"""The joints that a family of arms needs."""

from kinematics.arm.mechanism import Mechanism

WORDS = {6: "six", 7: "seven"}


def revolute_fault(mechanism: Mechanism, count: int) -> str:
    """One clause that says why a mechanism is no open chain of six or seven revolute joints; "" for
    one."""
    if mechanism.has_loops:
        return "its links close loops"
    if mechanism.kinds != "R" * count:
        kinds = mechanism.kinds
        return f"it has the joints {kinds} where {WORDS[count]} revolute ones are needed"
    return ""
