/* Data as indices: nothing forks, and the array is told by its pictures. */
//@ requires \valid(c + (0 .. 7)) && \valid(p + (0 .. 7)) && \valid(b + (0 .. 7));
//@ requires \separated(c + (0 .. 7), p + (0 .. 7)) && \separated(c + (0 .. 7), b + (0 .. 7));
//@ requires 0 <= p[0] < 8 && 0 <= p[1] < 8;
int scatter(int *c, const int *p, const int *b)
{
    for (int i = 0; i < 8; i++)
        c[i] = 0;
    c[p[0]] = b[0];
    c[p[1]] = b[1];
    if (c[p[0]] != b[0])
        return 1;
    return 0;
}
