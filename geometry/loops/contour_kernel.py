"""The walk along contours from crossing to crossing: see `contour_cutting`."""

from resources.loops import shipped, wholes, written


@shipped(
    follower=written(wholes(1)),
    starts=wholes(1),
    order=written(wholes(1)),
    bounds=written(wholes(1)),
)
def walk_contours(follower, starts, order, bounds):  # type: ignore[no-untyped-def]
    """Writes the numbers contour by contour into `order`, each contour with its first number again
    at its end; returns the number of contours.

    follower: The next number of each number in its contour; overwritten. starts: Numbers at which
    contours may begin, in the order in which they are tried. bounds: Receives the index in `order`
    at which each contour begins and the last one ends; bounds[0] must be 0.
    """
    count, walked = 0, 0
    for k in range(len(starts)):
        at = starts[k]
        while follower[at] >= 0:
            order[count] = at
            count += 1
            following = follower[at]
            follower[at] = -1
            at = following
        if count > bounds[walked]:
            order[count] = at
            count += 1
            walked += 1
            bounds[walked] = count
    return walked
