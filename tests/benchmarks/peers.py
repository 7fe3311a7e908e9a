"""The same arm and obstacles for other engines: pinocchio with coal, and python-fcl."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from arm_cell import Obstacle, joint_placements, link_primitives, self_pairs

from geometry import Box, Cylinder, Solid


class Pinocchio:
    """The arm as a pinocchio model with coal's native shapes."""

    def __init__(self, obstacles: Sequence[Obstacle]) -> None:
        import pinocchio as pin

        self.pin = pin
        self.model, self.geometry = pin.Model(), pin.GeometryModel()
        joints = [0]
        for k, T in enumerate(joint_placements()):
            at = pin.SE3(T[:3, :3], T[:3, 3])
            joints.append(self.model.addJoint(joints[-1], pin.JointModelRZ(), at, f"j{k}"))
        links = [
            [self._add(f"l{link}_{k}", joints[link], shape, T) for k, (shape, T) in enumerate(own)]
            for link, own in enumerate(link_primitives())
        ]
        others = [self._add(f"o{k}", 0, o.solid, o.T) for k, o in enumerate(obstacles)]
        pairs = [(i, j) for a, b in self_pairs() for i in links[a] for j in links[b]]
        pairs += [(i, j) for own in links[1:] for i in own for j in others]
        for i, j in pairs:
            self.geometry.addCollisionPair(pin.CollisionPair(i, j))
        self.data = self.model.createData()
        self.answers = pin.GeometryData(self.geometry)
        for request in self.answers.distanceRequests:
            request.gjk_tolerance = 1e-9
            request.gjk_max_iterations = 1000
        self.tree = pin.BroadPhaseManager_DynamicAABBTreeCollisionManager(
            self.model, self.geometry, self.answers
        )

    def _add(self, name: str, joint: int, shape: Solid, T: np.ndarray) -> int:
        at = self.pin.SE3(T[:3, :3], T[:3, 3])
        return self.geometry.addGeometryObject(
            self.pin.GeometryObject(name, joint, at, _coal_shape(shape))
        )

    def hits(self, q: np.ndarray) -> bool:
        return bool(self.pin.computeCollisions(self.model, self.data, self.tree, q, True))

    def distance(self, q: np.ndarray) -> float:
        self.pin.computeDistances(self.model, self.data, self.geometry, self.answers, q)
        return min(result.min_distance for result in self.answers.distanceResults)


def _coal_shape(shape: Solid) -> Any:
    import coal

    if isinstance(shape, Box):
        return coal.Box(*shape.size)
    if isinstance(shape, Cylinder):
        return coal.Cylinder(shape.radius, shape.height)
    return coal.Sphere(shape.radius)


class Fcl:
    """The arm's primitives and the obstacles in two of python-fcl's trees."""

    def __init__(self, obstacles: Sequence[Obstacle]) -> None:
        import fcl

        self.fcl = fcl
        self.own = [
            (link, T, fcl.CollisionObject(_fcl_shape(shape)))
            for link, own in enumerate(link_primitives())
            for shape, T in own
            if link > 0
        ]
        self.arm, self.cell = fcl.DynamicAABBTreeCollisionManager(), None
        self.arm.registerObjects([thing for _, _, thing in self.own])
        self.cell = fcl.DynamicAABBTreeCollisionManager()
        self.cell.registerObjects(
            [
                fcl.CollisionObject(_fcl_shape(o.solid), fcl.Transform(o.T[:3, :3], o.T[:3, 3]))
                for o in obstacles
            ]
        )
        self.arm.setup()
        self.cell.setup()

    def hits(self, poses: np.ndarray) -> bool:
        """Whether the arm meets the obstacles; poses of the links, (8, 4, 4)."""
        for link, T, thing in self.own:
            at = poses[link] @ T
            thing.setTransform(self.fcl.Transform(at[:3, :3], at[:3, 3]))
        self.arm.update()
        data = self.fcl.CollisionData()
        self.arm.collide(self.cell, data, self.fcl.defaultCollisionCallback)
        return bool(data.result.is_collision)


def _fcl_shape(shape: Solid) -> Any:
    import fcl

    if isinstance(shape, Box):
        return fcl.Box(*shape.size)
    if isinstance(shape, Cylinder):
        return fcl.Cylinder(shape.radius, shape.height)
    return fcl.Sphere(shape.radius)
