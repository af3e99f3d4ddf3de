/* Loops that are made of jumps. */
int try_often(const int *results, int most)
{
    int attempt = 0;
again:
    if (results[attempt] > 0)
        return attempt;
    if (++attempt < most)
        goto again;
    return -1;
}

int count_down(int n)
{
    int steps = 0;
    if (n < 0)
        goto out;
top:
    while (n > 10) {
        n -= 7;
        steps++;
        if (n == 5)
            goto top;
    }
    if (n == 0)
        goto out;
    n--;
    steps++;
    goto top;
out:
    return steps;
}

int scan(const char *s)
{
    int words = 0;
skip:
    if (*s == ' ') {
        s++;
        goto skip;
    }
    if (!*s)
        return words;
    words++;
word:
    s++;
    if (*s == ' ')
        goto skip;
    if (*s)
        goto word;
    return words;
}

int step(int state, int n)
{
    for (int i = 0; i < 3; i++) {
        switch (state) {
        case 0:
            n++;
            break;
        default: {
        redo:
            if (n > 4) {
                n -= 3;
                goto redo;
            }
            if (n < 0)
                continue;
            state = 0;
        }
        }
    }
    return n;
}

//! generate -e try_often -c path
//! generate -e count_down -c branch --loops 3
//! generate -e scan -c branch --loops 3
//! generate -e step -c branch
