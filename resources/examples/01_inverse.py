"""All joint values for one pose: `python 01_inverse.py`.

A pose is a plain (4, 4) array, T_base_flange, in mm. Joint values are in rad, and printed in
degrees.
"""

import numpy as np

from kinematics import forward, inverse
from scenes import load_robot

arm = load_robot("puma560").mechanism
T_base_flange = forward(arm, np.radians([10, 60, -120, 20, 40, 30]))

answer = inverse(arm, T_base_flange)
print(f"{len(answer)} solutions by the solver '{answer.solver}', all of them: {answer.complete}")
for number, q in enumerate(answer.q):
    kept = "" if answer.within_limits[number] else "   beyond a joint limit"
    print(f"{number + 1}  " + " ".join(f"{angle:8.2f}" for angle in np.degrees(q)) + kept)
print(f"largest error by forward kinematics: {answer.residual_mm.max():.0e} mm")

T_base_flange[0, 3] += 2000.0
print("two metres further:", inverse(arm, T_base_flange).reason)
