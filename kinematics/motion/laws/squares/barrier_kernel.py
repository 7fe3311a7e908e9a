"""Derivatives of the duration of a time law and of the barrier at its limits, in numbers.

See `interior`. Unknowns x (m + 2,) are 0 at both ends; a gradient has their shape, and a row of a
Hessian (m + 2, 3) has the diagonal and the two entries behind it.
"""

from math import sqrt

from kinematics.motion.laws.squares.rows_kernel import INTERVAL, SAMPLES

GAUSS = (0.1127016653792583, 0.5, 0.8872983346207417)
WEIGHTS = (5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0)
"""Points and weights of Gauss's rule for the time of an interval."""


def write_time(spline, x, gradient, H):  # type: ignore[no-untyped-def]
    """Writes gradient (m + 2,) and Hessian (m + 2, 3) of the duration, and returns it, s.

    A row of the Hessian has the diagonal and the two entries behind it.
    """
    knots, W, _ = spline
    last = len(x) - 2
    for i in range(len(x)):
        gradient[i] = H[i, 0] = H[i, 1] = H[i, 2] = 0.0
    total = 0.0
    for end in range(2):
        i, k = (1, 0) if end == 0 else (last, len(knots) - 2)
        width = knots[k + 1] - knots[k]
        # b = k e^(4/3) takes 3 e^(1/3) / sqrt(k) = 3 e / sqrt(b) from rest.
        time = 3.0 * width / sqrt(W[i, 1 + end] * x[i])
        total += time
        gradient[i] -= 0.5 * time / x[i]
        H[i, 0] += 0.75 * time / (x[i] * x[i])
    for i in range(1, last + 1):
        total += add_interval(knots[i + 1] - knots[i], W[i], i, x, gradient, H)
    return total


def add_interval(width, W, i, x, gradient, H):  # type: ignore[no-untyped-def]
    """Adds the derivatives of the time of interval i, by Gauss's rule; gives the time."""
    left, right = W[0] * x[i - 1] + W[1] * x[i], W[2] * x[i] + W[3] * x[i + 1]
    time, gl, gc, gr = 0.0, 0.0, 0.0, 0.0
    ll, lc, lr, cc, cr, rr = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for g in range(3):
        u = GAUSS[g]
        v = 1.0 - u
        f0, f1, f2 = v * v, 2.0 * u * v, u * u
        inverse = 1.0 / (f0 * left + f1 * x[i] + f2 * right)
        part = width * WEIGHTS[g] * sqrt(inverse)
        time += part
        first, second = -0.5 * part * inverse, 0.75 * part * inverse * inverse
        gl += first * f0
        gc += first * f1
        gr += first * f2
        ll += second * f0 * f0
        lc += second * f0 * f1
        lr += second * f0 * f2
        cc += second * f1 * f1
        cr += second * f1 * f2
        rr += second * f2 * f2
    add_local(W, i, (gl, gc, gr), (ll, lc, lr, cc, cr, rr), gradient, H)
    return time


def add_local(W, i, g, h, gradient, H):  # type: ignore[no-untyped-def]
    """Adds a gradient and a Hessian by the Bernstein coefficients of b on interval i."""
    a, b, c, d = W[0], W[1], W[2], W[3]
    gradient[i - 1] += a * g[0]
    gradient[i] += b * g[0] + g[1] + c * g[2]
    gradient[i + 1] += d * g[2]
    left, middle, right = (
        b * h[0] + h[1] + c * h[2],
        b * h[1] + h[3] + c * h[4],
        b * h[2] + h[4] + c * h[5],
    )
    H[i - 1, 0] += a * a * h[0]
    H[i - 1, 1] += a * left
    H[i - 1, 2] += a * d * h[2]
    H[i, 0] += b * left + middle + c * right
    H[i, 1] += d * right
    H[i + 1, 0] += d * d * h[5]


def add_barrier(spline, cells, span, rows, margins, x, mu, gradient, H):  # type: ignore[no-untyped-def]
    """Divides the derivatives of the duration by mu and adds those of -log of every margin."""
    _, W, limits = spline
    places = cells[0]
    last = len(x) - 2
    inverse = 1.0 / mu
    for i in range(1, last + 1):
        own = 1.0 / x[i]
        gradient[i] = gradient[i] * inverse - own
        H[i, 0] = H[i, 0] * inverse + own * own
        H[i, 1] *= inverse
        H[i, 2] *= inverse
    near = 1.0 / (limits[0] - x[1])
    gradient[1] += near
    H[1, 0] += near * near
    near = 1.0 / (limits[1] - x[last])
    gradient[last] += near
    H[last, 0] += near * near
    for c in range(span[0], span[1]):
        i = places[c, INTERVAL]
        add_cell(c, i, W[i], rows, margins[c], x, gradient, H)


def add_cell(c, i, W, rows, margin, x, gradient, H):  # type: ignore[no-untyped-def]
    """Adds the barrier of the rows of cell c, which lies on interval i."""
    _, lines, tops, forms, chosen = rows
    left, right = W[0] * x[i - 1] + W[1] * x[i], W[2] * x[i] + W[3] * x[i + 1]
    gradients, curves = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for p in range(SAMPLES):
        f = forms[c, p]
        b = f[0] * left + f[1] * x[i] + f[2] * right
        slope = f[3] * left + f[4] * x[i] + f[5] * right
        bend = f[6] * left + f[7] * x[i] + f[8] * right
        own = 1.0 / (margin[0] * tops[c, p] - b)
        g, h = barrier_at(lines[c, p], chosen[c, p], margin, b, slope, bend)
        g = (g[0] + own, g[1], g[2])
        h = (h[0] + own * own, h[1], h[2], h[3], h[4], h[5])
        gl, gc, gr = turned(f, g)
        ll, lc, lr, cc, cr, rr = turned_twice(f, h)
        gradients = (gradients[0] + gl, gradients[1] + gc, gradients[2] + gr)
        curves = (
            curves[0] + ll,
            curves[1] + lc,
            curves[2] + lr,
            curves[3] + cc,
            curves[4] + cr,
            curves[5] + rr,
        )
    add_local(W, i, gradients, curves, gradient, H)


def barrier_at(lines, chosen, margin, b, slope, bend):  # type: ignore[no-untyped-def]
    """Gradient (3) and Hessian (6) by b, b', b'' of the barrier of the chosen rows at one point."""
    g0, g1, g2 = 0.0, 0.0, 0.0
    h00, h01, h02, h11, h12, h22 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    pull, root = margin[1], margin[2] / sqrt(b)
    fall = -0.5 * root / b
    n = len(lines)
    for j in range(n):
        line = lines[j]
        if chosen[j]:
            a0, a1 = line[0], line[1]
            value = a0 * b + a1 * slope
            near = 1.0 / (pull * pull - value * value)
            first = 2.0 * value * near
            second = 2.0 * (pull * pull + value * value) * near * near
            g0 += first * a0
            g1 += first * a1
            h00 += second * a0 * a0
            h01 += second * a0 * a1
            h11 += second * a1 * a1
        if not chosen[n + j]:
            continue
        a0, a1, a2 = line[2], line[3], line[4]
        # -log(root - value) - log(root + value), where root = b^(-1/2) is convex: without its
        # second derivative the Hessian stays positive.
        value = a0 * b + a1 * slope + a2 * bend
        near = 1.0 / (root * root - value * value)
        first = 2.0 * value * near
        second = 2.0 * (root * root + value * value) * near * near
        mixed = 2.0 * first * root * near * fall
        g0 += first * a0 - 2.0 * root * near * fall
        g1 += first * a1
        g2 += first * a2
        h00 += second * (a0 * a0 + fall * fall) - 2.0 * mixed * a0
        h01 += second * a0 * a1 - mixed * a1
        h02 += second * a0 * a2 - mixed * a2
        h11 += second * a1 * a1
        h12 += second * a1 * a2
        h22 += second * a2 * a2
    return (g0, g1, g2), (h00, h01, h02, h11, h12, h22)


def turned(f, g):  # type: ignore[no-untyped-def]
    """A gradient by b, b', b'' as one by the Bernstein coefficients."""
    return (
        f[0] * g[0] + f[3] * g[1] + f[6] * g[2],
        f[1] * g[0] + f[4] * g[1] + f[7] * g[2],
        f[2] * g[0] + f[5] * g[1] + f[8] * g[2],
    )


def turned_twice(f, h):  # type: ignore[no-untyped-def]
    """A Hessian by b, b', b'' as one by the Bernstein coefficients."""
    l0 = h[0] * f[0] + h[1] * f[3] + h[2] * f[6]
    l1 = h[1] * f[0] + h[3] * f[3] + h[4] * f[6]
    l2 = h[2] * f[0] + h[4] * f[3] + h[5] * f[6]
    c0 = h[0] * f[1] + h[1] * f[4] + h[2] * f[7]
    c1 = h[1] * f[1] + h[3] * f[4] + h[4] * f[7]
    c2 = h[2] * f[1] + h[4] * f[4] + h[5] * f[7]
    r0 = h[0] * f[2] + h[1] * f[5] + h[2] * f[8]
    r1 = h[1] * f[2] + h[3] * f[5] + h[4] * f[8]
    r2 = h[2] * f[2] + h[4] * f[5] + h[5] * f[8]
    return (
        f[0] * l0 + f[3] * l1 + f[6] * l2,
        f[1] * l0 + f[4] * l1 + f[7] * l2,
        f[2] * l0 + f[5] * l1 + f[8] * l2,
        f[1] * c0 + f[4] * c1 + f[7] * c2,
        f[2] * c0 + f[5] * c1 + f[8] * c2,
        f[2] * r0 + f[5] * r1 + f[8] * r2,
    )


def write_step(vectors, H):  # type: ignore[no-untyped-def]
    """Writes the Newton step into vectors[1], by L D L' of the bands, which are used up.

    Returns the decrement, the product of the step and the gradient.
    """
    gradient, step = vectors[0], vectors[1]
    last = len(gradient) - 2
    step[last + 1] = 0.0
    for i in range(1, last + 1):
        value = -gradient[i]
        if i > 1:
            factor = H[i - 1, 1] / H[i - 1, 0]
            H[i, 0] -= factor * H[i - 1, 1]
            H[i, 1] -= factor * H[i - 1, 2]
            value -= factor * step[i - 1]
        if i > 2:
            factor = H[i - 2, 2] / H[i - 2, 0]
            H[i, 0] -= factor * H[i - 2, 2]
            value -= factor * step[i - 2]
        step[i] = value
    for i in range(last, 0, -1):
        value = step[i] / H[i, 0]
        if i < last:
            value -= H[i, 1] / H[i, 0] * step[i + 1]
        if i < last - 1:
            value -= H[i, 2] / H[i, 0] * step[i + 2]
        step[i] = value
    decrement = 0.0
    for i in range(1, last + 1):
        decrement -= gradient[i] * step[i]
    return decrement
