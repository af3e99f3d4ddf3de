/* A state machine: a door with a lock. */
enum state { OPEN, CLOSED, LOCKED, BROKEN };
enum event { PUSH, PULL, TURN, KICK };

struct door { enum state state; int kicks; };

enum state door_next(enum state s, enum event e)
{
    switch (s) {
    case OPEN:
        return e == PUSH ? CLOSED : OPEN;
    case CLOSED:
        if (e == PULL)
            return OPEN;
        if (e == TURN)
            return LOCKED;
        return CLOSED;
    case LOCKED:
        if (e == TURN)
            return CLOSED;
        /* fall through */
    case BROKEN:
        break;
    }
    return e == KICK ? BROKEN : s;
}

void door_event(struct door *d, enum event e)
{
    if (e == KICK && ++d->kicks < 3)
        return;
    d->state = door_next(d->state, e);
}

int door_run(const enum event *events, int n)
{
    struct door d = { CLOSED, 0 };
    for (int i = 0; i < n; i++) {
        door_event(&d, events[i]);
        if (d.state == BROKEN)
            return i;
    }
    return -1;
}

int door_opens(int code)
{
    int right = 0;
    switch (code / 100) {
    case 1: case 2:
        right = 1;
        break;
    case 7:
        right = code % 10 == 7;
        break;
    default:
        right = code < 0;
    }
    return right;
}

//! generate -e door_next -c path --loops 2 --depth 3
//! generate -e door_next -c statement --loops 2
//! generate -e door_event -c path --loops 2 --depth 3
//! generate -e door_event -c statement --loops 2
//! generate -e door_run -c path --loops 2 --depth 3
//! generate -e door_run -c statement --loops 2
//! generate -e door_opens -c path --loops 2 --depth 3
//! generate -e door_opens -c statement --loops 2
