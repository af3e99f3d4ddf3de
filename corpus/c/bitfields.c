/* Members of a few bits. */
struct flags {
    unsigned level : 3;
    signed step : 4;
    unsigned long long count : 40;
    _Bool on : 1;
    int : 2;
    enum { LOW, MIDDLE, HIGH } kind : 2;
    int plain;
};

int set(struct flags *f, int v)
{
    f->level = v;
    f->step = v;
    f->count += 5;
    f->on = v;
    f->kind = MIDDLE;
    f->level++;
    if (f->level == 0)
        return 1;
    if (f->step < 0)
        return f->step;
    if (f->count == 1)
        return 2;
    return (f->level = 1) + f->plain % 3;
}

struct flags make(unsigned v)
{
    struct flags f = { v, -1, 7, 1, HIGH, 3 };
    f.step--;
    f.level -= 2;
    return f;
}

struct flags copy(struct flags f)
{
    struct flags g = f;
    g.level ^= 5;
    return g;
}

//! generate -c path
