import numpy as np

from kinematics import forward, link_poses, rotation_x, rotation_y, rotation_z, translation


def paper_pose(q):
    """The product of the matrices of Kakazu 1985, equations (2) to (5)."""
    t1, t2, t3, t4, t5, t6 = q
    arm = rotation_z(t1) @ translation(0, 0, 450) @ rotation_y(t2) @ translation(500, 0, 0)
    arm = arm @ rotation_y(t3) @ translation(450, 0, 0)
    return arm @ rotation_x(t4) @ rotation_y(t5) @ rotation_x(t6) @ translation(170, 0, 0)


def test_the_1985_arm_follows_the_matrices_of_the_paper(hokkaido, rng):
    for q in rng.uniform(-3, 3, (50, 6)):
        assert np.allclose(forward(hokkaido, q), paper_pose(q), atol=1e-11)


def test_a_batch_gives_what_single_calls_give(arm, rng):
    q = rng.uniform(-3, 3, (3, 4, 6))
    single = np.array([[forward(arm, row) for row in block] for block in q])
    assert np.allclose(forward(arm, q), single, atol=1e-12)


def test_link_poses_start_at_the_base_and_lead_to_the_flange(odd_arms, rng):
    for mechanism in odd_arms:
        q = rng.uniform(-3, 3, (5, mechanism.n))
        poses = link_poses(mechanism, q)
        assert poses.shape == (5, mechanism.n + 1, 4, 4)
        assert np.array_equal(poses[:, 0], np.tile(np.eye(4), (5, 1, 1)))
        assert np.allclose(poses[:, -1] @ mechanism.T_last_flange, forward(mechanism, q))


def test_a_link_is_not_moved_by_the_joints_behind_it(arm, rng):
    q = rng.uniform(-3, 3, 6)
    moved = q.copy()
    moved[3:] += 1.0
    assert np.array_equal(link_poses(arm, q)[:4], link_poses(arm, moved)[:4])
