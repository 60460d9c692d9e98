#include <stdlib.h>
struct node {
    struct node *next;
};
struct node *list;

int main() {
    for (int i = 0; i < 2; i++) {
        struct node *fresh = malloc(sizeof(struct node));
        fresh->next = list;
        list = fresh;
    }
    list = list->next;
    return 0;
}
