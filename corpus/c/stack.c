// A stack in an array, in a struct that is passed by pointer and by value.
#define CAPACITY 16

typedef struct stack {
    int items[CAPACITY];
    int top;
} Stack;

static Stack empty;

Stack stack_new(void)
{
    Stack s = { .top = 0 };
    return s;
}

int push(Stack *s, int value)
{
    if (s->top >= CAPACITY)
        return 0;
    s->items[s->top++] = value;
    return 1;
}

int pop(Stack *s, int *out)
{
    if (s->top == 0)
        return 0;
    *out = s->items[--s->top];
    return 1;
}

int same(Stack a, Stack b)
{
    if (a.top != b.top)
        return 0;
    for (int i = 0; i < a.top; i++)
        if (a.items[i] != b.items[i])
            return 0;
    return 1;
}

/* Reverse Polish notation, one digit a number. */
int evaluate(const char *text, int *result)
{
    Stack s = stack_new();
    for (; *text; text++) {
        int a, b;
        switch (*text) {
        case '0': case '1': case '2': case '3': case '4':
        case '5': case '6': case '7': case '8': case '9':
            if (!push(&s, *text - '0'))
                return -1;
            break;
        case '+':
        case '-':
        case '*':
            if (!pop(&s, &b) || !pop(&s, &a))
                return -1;
            push(&s, *text == '+' ? a + b : *text == '-' ? a - b : a * b);
            break;
        default:
            return -2;
        }
    }
    return pop(&s, result) && same(s, empty) ? 0 : -1;
}

//! generate -e stack_new -c path --loops 2 --depth 3
//! generate -e push -c path --loops 2 --depth 3
//! generate -e pop -c path --loops 2 --depth 3
//! generate -e same -c branch --loops 2 --depth 2
