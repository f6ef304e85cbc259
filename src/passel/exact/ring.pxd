# The C types of ring.py; Cython reads them when it compiles it.

cimport cython

cdef Py_ssize_t BUST, LOSE, STAY, AGAIN, LATE_BUST, LATE_LOSE, LATE_STAY
cdef double EQUAL, SINGULAR
cdef Py_ssize_t TOGETHER, STEPS

@cython.locals(count=Py_ssize_t, t=Py_ssize_t, k=Py_ssize_t, c=Py_ssize_t, held=Py_ssize_t,
               low=Py_ssize_t, last=Py_ssize_t, forced=bint, stay=double, once=double, both=double,
               margin=double, back=double, own=double, rolls=double, gap=double, mixed=double,
               value=double, hold=double, rest=double)
cpdef void turn(
    double[::1] cells, Py_ssize_t plane, Py_ssize_t seats, Py_ssize_t at, Py_ssize_t top,
    long long[::1] jumps, double[::1] chances, Py_ssize_t free, Py_ssize_t size, double[::1] fixed,
    double beta, double[::1] ends, double[::1] late, bint passing, bint even, double[::1] plan,
    Py_ssize_t plan_at, Py_ssize_t planned, Py_ssize_t stride, double[::1] may, double[::1] must,
    double[::1] line, Py_ssize_t line_at, double[::1] out) noexcept

@cython.locals(c=Py_ssize_t, here=Py_ssize_t)
cpdef void endings(
    double[::1] cells, Py_ssize_t plane, Py_ssize_t seats, Py_ssize_t at, Py_ssize_t own_score,
    double[::1] fixed, Py_ssize_t points, double[::1] ends, double[::1] late) noexcept

@cython.locals(best=Py_ssize_t, n=Py_ssize_t, c=Py_ssize_t, most_worth=double, margin=double,
               value=double, part=double, gap=double, rest=double)
cpdef void announce(
    double[::1] cells, Py_ssize_t plane, Py_ssize_t seats, Py_ssize_t at, long long[::1] jumps,
    double[::1] chances, long long[::1] places, double[::1] chance_ends, Py_ssize_t most,
    Py_ssize_t points, Py_ssize_t own_score, double beta, bint even, double[::1] plan,
    Py_ssize_t plan_at, Py_ssize_t planned, double[::1] line, Py_ssize_t line_at,
    double[::1] out) noexcept

@cython.locals(bust=double, lose=double, nothing=double, value=double, here=Py_ssize_t,
               t=Py_ssize_t)
cdef double _announced(
    double[::1] cells, Py_ssize_t plane, Py_ssize_t seats, Py_ssize_t at, long long[::1] jumps,
    double[::1] chances, long long[::1] places, double[::1] chance_ends, Py_ssize_t points,
    Py_ssize_t own_score, Py_ssize_t n, Py_ssize_t c) noexcept

@cython.locals(whole=double, t=Py_ssize_t, c=Py_ssize_t, j=Py_ssize_t, here=Py_ssize_t,
               value=double, come=double)
cpdef double around(
    double[::1] line, Py_ssize_t seats, Py_ssize_t period, double[::1] wins) noexcept

@cython.locals(
    stride=Py_ssize_t, forced=bint, last=Py_ssize_t, t=Py_ssize_t, c=Py_ssize_t, at=Py_ssize_t, here=Py_ssize_t, step=Py_ssize_t, improved=bint,
    best=bint, topped=bint, row=Py_ssize_t, bust=double, lose=double, worth=double, change=double,
    length=Py_ssize_t, place=Py_ssize_t, need=Py_ssize_t, top=Py_ssize_t)
cpdef Py_ssize_t settle(
    double[::1] cells, Py_ssize_t plane, Py_ssize_t seats, Py_ssize_t target, Py_ssize_t width,
    Py_ssize_t period, long long[::1] own, long long[::1] ring, long long[::1] jumps,
    double[::1] chances, Py_ssize_t free, Py_ssize_t size, double[::1] fixed, Py_ssize_t points,
    bint passing, bint banking, long long[::1] places, double[::1] chance_ends, Py_ssize_t most,
    bint even, bint warm, Py_ssize_t follow, double[::1] plan, long long[::1] plan_at,
    long long[::1] planned, long long[::1] tops, double[::1] known, double[::1] may,
    double[::1] must, double[::1] line, double[::1] wins, double[::1] beta, double[::1] tried,
    double[::1] sure, double[::1] lows, double[::1] whole, double[::1] ends, double[::1] late,
    double[::1] out) noexcept

@cython.locals(
    may=double[::1], must=double[::1], line=double[::1], wins=double[::1], beta=double[::1],
    tried=double[::1], sure=double[::1], lows=double[::1], whole=double[::1], ends=double[::1],
    late=double[::1], out=double[::1], slowest=Py_ssize_t, c=Py_ssize_t, rest=Py_ssize_t, period=Py_ssize_t,
               step=Py_ssize_t, high=Py_ssize_t)
cpdef Py_ssize_t sweep(
    double[::1] cells, Py_ssize_t plane, Py_ssize_t base, Py_ssize_t seats, Py_ssize_t target,
    Py_ssize_t width, Py_ssize_t total, long long[::1] jumps, double[::1] chances, Py_ssize_t free,
    Py_ssize_t size, double[::1] fixed, Py_ssize_t points, bint passing, bint banking,
    long long[::1] places, double[::1] chance_ends, Py_ssize_t most, bint even, bint warm,
    Py_ssize_t follow, double[::1] plan, long long[::1] plan_at, long long[::1] planned,
    long long[::1] tops, double[::1] known, tuple work, long long[::1] scores, long long[::1] own,
    long long[::1] ring, faults) except? -3

@cython.locals(t=Py_ssize_t, c=Py_ssize_t, cell=Py_ssize_t)
cpdef Py_ssize_t rounded(
    long long[::1] scores, Py_ssize_t seats, Py_ssize_t target, Py_ssize_t width, Py_ssize_t base,
    long long[::1] own, long long[::1] ring) noexcept

@cython.locals(
    may=double[::1], must=double[::1], line=double[::1], ends=double[::1], late=double[::1],
    out=double[::1], stride=Py_ssize_t, last=Py_ssize_t, c=Py_ssize_t, t=Py_ssize_t, j=Py_ssize_t,
    rest=Py_ssize_t, period=Py_ssize_t, at=Py_ssize_t, here=Py_ssize_t, beta=double,
    missed=double, after=double, value=double, come=double, place=Py_ssize_t, top=Py_ssize_t,
    k=Py_ssize_t, n=Py_ssize_t)
cpdef void survey(
    double[::1] cells, Py_ssize_t plane, Py_ssize_t seats, Py_ssize_t target, Py_ssize_t width,
    Py_ssize_t total, long long[::1] jumps, double[::1] chances, Py_ssize_t free,
    Py_ssize_t size, double[::1] fixed, Py_ssize_t points, bint passing, long long[::1] places,
    double[::1] chance_ends, Py_ssize_t most, bint even, tuple work, long long[::1] scores,
    long long[::1] own, long long[::1] ring, double[::1] found, other, bint recorded, choices,
    long long[::1] plan_at, long long[::1] planned) except *
