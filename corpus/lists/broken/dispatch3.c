/* Cells with 3 or more go to one list, the others to another.
   What is wrong: a cell with exactly 3 goes to the wrong list. */
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

/*@ requires acyclic(head);
    ensures forall n in list(\result): n->data >= 3; */
struct node *dispatch3(struct node *head)
{
    struct node *grt = NULL;
    struct node *less = NULL;
    while (head != NULL) {
        struct node *next = head->next;
        if (head->data > 3) {
            head->next = grt;
            grt = head;
        } else {
            head->next = less;
            less = head;
        }
        head = next;
    }
    //@ assert forall n in list(grt): n->data >= 3;
    //@ assert forall n in list(less): n->data < 3;
    //@ assert multiset(\old(head)) == multiset(grt) + multiset(less);
    //@ assert len(\old(head)) == len(grt) + len(less);
    //@ assert sum(grt) >= 3 * len(grt);
    return grt;
}
