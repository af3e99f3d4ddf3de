/* Functions and variables that other files define. */
#include <stdio.h>

struct device { int id; };

int sensor(int which);
_Bool ready(void);
void beep(unsigned times);
int look_up(const struct device *device, const char *name);
extern int limit;

int too_hot(int which)
{
    return ready() && sensor(which) > limit;
}

int alarm_twice(int which)
{
    int first = sensor(which), second = sensor(which);
    if (first < 0 || second < 0)
        return -1;
    if (first > second)
        beep(2u);
    else if (first == second)
        return 0;
    return 1;
}

/* Whoever calls a function with pointers cannot know what it does. */
int has_name(const struct device *device)
{
    if (!device)
        return 0;
    return look_up(device, "name") == device->id;
}

int count_words(void)
{
    int c, words = 0, inside = 0;
    while ((c = getchar()) != EOF) {
        if (c == ' ')
            inside = 0;
        else if (!inside) {
            inside = 1;
            words++;
        }
    }
    return words;
}

//! generate -e too_hot -c path
//! generate -e alarm_twice -c path
//! generate -e has_name -c path
//! generate -e count_words -c branch --loops 3
