/* A state machine that reads numbers, and one with a table of functions. */
enum state { START, SIGN, WHOLE, POINT, FRACTION, FAILED = -1 };

enum flags { NONE = 0, SIGNED = 1 << 0, REAL = 1 << 1, ALL = SIGNED | REAL };

struct reader {
    enum state state;
    unsigned flags : 3;
    signed int exponent : 5;
    unsigned long value;
};

static int is_digit(int c) { return '0' <= c && c <= '9'; }

enum state step(struct reader *r, char c)
{
    switch (r->state) {
    case START:
        if (c == '-') {
            r->flags |= SIGNED;
            return r->state = SIGN;
        }
        /* fall through */
    case SIGN:
        if (!is_digit(c))
            break;
        r->value = c - '0';
        return r->state = WHOLE;
    case WHOLE:
        if (c == '.') {
            r->flags |= REAL;
            return r->state = POINT;
        }
        /* fall through */
    case POINT:
    case FRACTION:
        if (is_digit(c)) {
            if (r->state != WHOLE) {
                r->exponent--;
                r->state = FRACTION;
            }
            r->value = r->value * 10 + (c - '0');
            return r->state;
        }
        break;
    case FAILED:
    default:
        ;
    }
    return r->state = FAILED;
}

int accepts(const char *text)
{
    struct reader r = { .state = START };
    while (*text && step(&r, *text++) != FAILED)
        continue;
    return r.state == WHOLE || r.state == FRACTION;
}

typedef struct light light;
typedef void action(light *);
struct light { action *next; int ticks; };

static void green(light *l);
static void red(light *l) { if (++l->ticks % 3 == 0) l->next = green; }
static void green(light *l) { if (++l->ticks % 5 == 0) l->next = red; }

int run(int ticks)
{
    light l = { .next = red };
    static int runs;
    runs++;
    for (int i = 0; i < ticks; ++i)
        l.next(&l);
    return l.ticks + (l.next == &green) - runs;
}

//! generate -e step -c branch
//! generate -e accepts -c branch --loops 3
//! generate -e red -c path
//! generate -e green -c path
//! generate -e run -c branch --loops 4
