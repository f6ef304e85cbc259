# The C types of kernel.py; Cython reads them when it compiles it.

cimport cython

cdef Py_ssize_t BUST, LOSE, STAY, AGAIN, LATE_BUST, LATE_LOSE, LATE_STAY
cdef double SINGULAR

@cython.locals(count=Py_ssize_t, t=Py_ssize_t, k=Py_ssize_t, held=Py_ssize_t, low=Py_ssize_t,
               stay=double, again=double, ends=double, ends_slope=double, late=double,
               late_slope=double, once=double, both=double, margin=double, value=double,
               slope=double, hold=double, hold_slope=double, rolls=double, gap=double, mixed=double)
cpdef double turn(
    double[::1] row, Py_ssize_t at, Py_ssize_t top, double[::1] tail, Py_ssize_t tail_at,
    long long[::1] jumps, double[::1] chances, Py_ssize_t free, Py_ssize_t size, double[::1] fixed,
    double bust, double bust_slope, double lose, double lose_slope, double start, double start_slope,
    bint slopes, double[::1] plan, Py_ssize_t plan_at, Py_ssize_t planned, Py_ssize_t banked,
    double[::1] may, double[::1] may_slope, double[::1] must, double[::1] must_slope,
    double[::1] out) noexcept

@cython.locals(count=Py_ssize_t, t=Py_ssize_t, s=Py_ssize_t, once=double, least=double, value=double)
cpdef void tails(
    double[::1] row, Py_ssize_t row_at, Py_ssize_t first, Py_ssize_t last, long long[::1] jumps,
    double[::1] chances, Py_ssize_t free, Py_ssize_t size, double[::1] fixed, double[::1] tail,
    double[::1] edge, Py_ssize_t at) noexcept

@cython.locals(middle=Py_ssize_t)
cpdef Py_ssize_t peak(double[::1] edge, Py_ssize_t low, Py_ssize_t high, double least) noexcept

@cython.locals(n=Py_ssize_t, t=Py_ssize_t, best=double, best_slope=double, margin=double,
               mean=double, mean_slope=double, value=double, slope=double)
cpdef double announce(
    double[::1] row, Py_ssize_t at, long long[::1] jumps, double[::1] chances, long long[::1] places,
    double[::1] ends, Py_ssize_t most, double bust, double bust_slope, double lose,
    double lose_slope, double start, double start_slope, double[::1] plan, Py_ssize_t plan_at,
    Py_ssize_t planned, double[::1] values, double[::1] out) noexcept

@cython.locals(
    may=double[::1], may_slope=double[::1], must=double[::1], must_slope=double[::1],
    out=double[::1], mirror=bint, count=Py_ssize_t, part=Py_ssize_t, late_bust=double,
    late_lose=double, far=Py_ssize_t, slot=Py_ssize_t, total=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t,
    here=Py_ssize_t, there=Py_ssize_t, x=double, y=double, mode=Py_ssize_t, coupled_y=double,
    alone=double, low_x=Py_ssize_t, low_y=Py_ssize_t, step=Py_ssize_t, fault_x=double,
    fault_y=double, slope_x=double, slope_y=double, sure_x=double, sure_y=double, side=Py_ssize_t,
    cell=Py_ssize_t, own=Py_ssize_t, given=double, at=Py_ssize_t, best=bint,
    against=bint, bust=double, bust_slope=double, lose=double, lose_slope=double,
    size_planned=Py_ssize_t, place=Py_ssize_t, value=double, slope=double, late=double,
    top=Py_ssize_t, passes=bint, rival=Py_ssize_t, left=double, dx=double, dy=double, done=bint)
cpdef Py_ssize_t sweep(
    double[::1] cells, Py_ssize_t base, Py_ssize_t width, Py_ssize_t target, bint warm,
    long long[::1] jumps, double[::1] chances, Py_ssize_t free, Py_ssize_t size, double[::1] fixed,
    Py_ssize_t points, bint passing, bint banking, long long[::1] places, double[::1] ends,
    Py_ssize_t most, double[::1] tail, double[::1] edge, Py_ssize_t crest, Py_ssize_t follow,
    double[::1] plan, long long[::1] plan_at, long long[::1] planned, Py_ssize_t second,
    long long[::1] tops,
    double[::1] known, tuple work, Py_ssize_t high, Py_ssize_t low) except? -2

@cython.locals(
    may=double[::1], may_slope=double[::1], must=double[::1], must_slope=double[::1],
    out=double[::1], last=Py_ssize_t, count=Py_ssize_t, worst=double, filled=Py_ssize_t,
    other=Py_ssize_t, s=Py_ssize_t, lose=double, crest=Py_ssize_t, known=double, own=Py_ssize_t, cell=Py_ssize_t,
    at=Py_ssize_t, length=Py_ssize_t, place=Py_ssize_t, bust=double, start=double, top=Py_ssize_t,
    late=double, value=double)
cpdef double stage(
    double[::1] cells, Py_ssize_t here, Py_ssize_t after, Py_ssize_t side, Py_ssize_t owns,
    Py_ssize_t first, Py_ssize_t others, long long[::1] jumps, double[::1] chances,
    Py_ssize_t free, Py_ssize_t size, double[::1] fixed, Py_ssize_t points, bint passing,
    long long[::1] places, double[::1] ends, Py_ssize_t most, double tie, double tie_at_zero, bint follow, double[::1] plan,
    long long[::1] plan_at, long long[::1] planned, Py_ssize_t plan_here, bint survey, choices,
    double[::1] row, double[::1] tail, double[::1] edge, tuple work) except? -2

@cython.locals(best=Py_ssize_t, n=Py_ssize_t, k=Py_ssize_t)
cdef void record(
    double[::1] row, Py_ssize_t at, Py_ssize_t top, Py_ssize_t most, double[::1] must, choices,
    long long[::1] plan_at, long long[::1] planned, Py_ssize_t cell) except *

@cython.locals(
    may=double[::1], may_slope=double[::1], must=double[::1], must_slope=double[::1],
    out=double[::1], part=Py_ssize_t, count=Py_ssize_t, worst=double, side=Py_ssize_t, own=Py_ssize_t,
    other=Py_ssize_t, cell=Py_ssize_t, at=Py_ssize_t, slot=Py_ssize_t, given=double, bust=double,
    lose=double, value=double, top=Py_ssize_t, late=double)
cpdef double survey(
    double[::1] cells, Py_ssize_t base, Py_ssize_t width, Py_ssize_t target,
    long long[::1] jumps, double[::1] chances, Py_ssize_t free, Py_ssize_t size, double[::1] fixed,
    Py_ssize_t points, bint passing, long long[::1] places, double[::1] ends, Py_ssize_t most,
    double[::1] tail, double[::1] edge, Py_ssize_t crest, choices,
    long long[::1] plan_at, long long[::1] planned, tuple work) except? -2

cdef unsigned long long GAMMA, MIX, MIX_AGAIN, WORD, HALF
cdef Py_ssize_t BUSTS, LOSES, LEAVES

@cython.locals(z=cython.ulonglong)
cpdef unsigned long long mixed(unsigned long long stream) noexcept

@cython.locals(
    sides=cython.ulonglong, unfair=cython.ulonglong, _=Py_ssize_t, one=Py_ssize_t,
    two=Py_ssize_t, index=Py_ssize_t, over=Py_ssize_t, side=Py_ssize_t, own=Py_ssize_t,
    other=Py_ssize_t, cell=Py_ssize_t, begin=Py_ssize_t, length=Py_ssize_t, total=Py_ssize_t,
    forced=bint, going=bint, z=cython.ulonglong, chance=double, n=Py_ssize_t, low=Py_ssize_t,
    high=Py_ssize_t, middle=Py_ssize_t, code=Py_ssize_t, roll=double, kind=Py_ssize_t,
    gain=Py_ssize_t, beyond=Py_ssize_t, turn_of_game=Py_ssize_t, rounds=Py_ssize_t)
cpdef void play(
    Py_ssize_t games, unsigned long long stream, Py_ssize_t target, Py_ssize_t turns, bint full,
    Py_ssize_t width, Py_ssize_t table, Py_ssize_t points, bint passing, bint banking,
    long long[::1] effects, Py_ssize_t most, long long[::1] places, double[::1] heaps,
    double[::1] plan, long long[::1] plan_at, long long[::1] planned, Py_ssize_t second,
    Py_ssize_t shift, long long[::1] counts) except *
