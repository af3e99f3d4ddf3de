/* Functions that keep something in variables of the file. */
static int count;
static int limit = 3;
static int history[4];
const char *mood = "calm";
int locked;

int next(void)
{
    if (locked || count >= limit)
        return -1;
    return count++;
}

void reset(int to)
{
    count = to;
    if (to > limit)
        limit = to;
    locked = 0;
}

int note(int value)
{
    if (count < 0 || count > 3)
        return 0;
    history[count] = value;
    count = (count + 1) % 4;
    return 1;
}

void judge(int load)
{
    if (load > 10)
        mood = "busy";
    else if (load < 0)
        mood = 0;
}

int average(void)
{
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += history[i];
    return sum / 4;
}

//! generate -e next -c path --loops 2 --depth 3
//! generate -e next -c mcdc --loops 4
//! generate -e reset -c path --loops 2 --depth 3
//! generate -e reset -c mcdc --loops 4
//! generate -e note -c path --loops 2 --depth 3
//! generate -e note -c mcdc --loops 4
//! generate -e average -c path --loops 2 --depth 3
//! generate -e average -c mcdc --loops 4
