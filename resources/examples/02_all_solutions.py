"""Choose among all solutions: `python 02_all_solutions.py`.

An arm of six joints has a finite number of solutions. An arm of seven has a whole range; an elbow
angle, or a held joint, makes it finite.
"""

import numpy as np

from kinematics import forward, inverse, inverse_near
from scenes import load_robot

# Six joints: the solution within the limits that is nearest to the present joint values.
arm = load_robot("ur5e").mechanism
q_now = np.radians([0, -80, -100, -80, 95, 10])
answer = inverse(arm, forward(arm, np.radians([20, -90, -90, -90, 90, 0])))
inside = answer.q[answer.within_limits]
turns = np.abs(np.angle(np.exp(1j * (inside - q_now)))).max(axis=1)
nearest = inside[turns.argmin()]
print(f"ur5e: {len(answer)} solutions, {len(inside)} within the limits")
print(f"the nearest turns no joint by more than {np.degrees(turns.min()):.1f} deg")

# Seven joints: all solutions at an elbow angle, or with a joint held.
arm = load_robot("kuka_lbr_iiwa_7_r800").mechanism
q_now = np.radians([0, 30, 0, -80, 0, 70, 0])
T_base_flange = forward(arm, q_now)
for psi_deg in (-30.0, 0.0, 30.0):
    count = len(inverse(arm, T_base_flange, elbow_angle=np.radians(psi_deg)))
    print(f"iiwa: {count} solutions at elbow angle {psi_deg:.0f} deg")
print(
    f"iiwa: {len(inverse(arm, T_base_flange, locked={2: 0.2}))} solutions with joint 3 at 0.2 rad"
)

T_base_flange[2, 3] -= 50.0
q_next = inverse_near(arm, T_base_flange, q_now).q
motion = np.linalg.norm(q_next - q_now, axis=1).min()
print(f"50 mm lower the least motion of all joints is {np.degrees(motion):.1f} deg")
assert nearest.shape == (6,)
