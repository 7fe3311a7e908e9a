"""The walk round outlines, from crossing to crossing: see `slicing`."""

from resources.loops import shipped, wholes, written


@shipped(
    follower=written(wholes(1)),
    starts=wholes(1),
    order=written(wholes(1)),
    bounds=written(wholes(1)),
)
def walk_rings(follower, starts, order, bounds):  # type: ignore[no-untyped-def]
    """Every number in the order of its ring, the first once more at the end, into `order`; where
    rings begin there, and the last one ends, into `bounds`. Gives how many rings there are.

    follower: Of each number the next one in its ring; used up. starts: Where to look for rings,
    in this order. bounds: bounds[0] = 0 is there.
    """
    count, rings = 0, 0
    for k in range(len(starts)):
        at = starts[k]
        while follower[at] >= 0:
            order[count] = at
            count += 1
            following = follower[at]
            follower[at] = -1
            at = following
        if count > bounds[rings]:
            order[count] = at
            count += 1
            rings += 1
            bounds[rings] = count
    return rings
