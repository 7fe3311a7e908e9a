"""The walk round outlines from crossing to crossing: see `contour_cutting`."""

from resources.loops import shipped, wholes, written


@shipped(
    follower=written(wholes(1)),
    starts=wholes(1),
    order=written(wholes(1)),
    bounds=written(wholes(1)),
)
def walk_rings(follower, starts, order, bounds):  # type: ignore[no-untyped-def]
    """Writes the numbers ring by ring into `order`, each ring with its first number again at its
    end; returns the number of rings.

    follower: The next number of each number in its ring; overwritten. starts: Numbers at which
    rings may begin, in the order in which they are tried. bounds: Receives the index in `order` at
    which each ring begins and the last one ends; bounds[0] must be 0.
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
