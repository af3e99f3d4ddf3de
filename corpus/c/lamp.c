/* A lamp with a switch: truth values in variables of the file, and a variable that only its function can name. */
#include <stdbool.h>

static bool on;
static bool locked;
static int used;

bool toggle(void)
{
    if (locked)
        return on;
    on = !on;
    if (on)
        used++;
    return on;
}

void lock(bool now)
{
    if (now && on)
        on = false;
    locked = now;
}

int ticket(void)
{
    static int last = 100;
    if (last >= 999)
        last = 100;
    return ++last;
}
