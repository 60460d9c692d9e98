/* Stacks at fixed addresses, and switching between them.
 *
 * What a thread is going to do is then a function of the bytes of its stack above the stack pointer: all registers that
 * survive a call are pushed there, and what lies below is cleared before the thread runs on.
 */
#include "machine.h"

#include <string.h>

#ifndef __x86_64__
#error "the native oracle knows how to switch stacks on x86-64 only"
#endif

_Alignas(64) char stacks[THREADS][STACK];

static void *scheduler;
/* The lowest address that a thread's stack has been used to. */
static char *deepest[THREADS];

/* Pushes what a function must leave as it is, stores the stack pointer, and goes on at the other stack. */
void switch_stacks(void **from, void *to);
__asm__(".text\n"
        ".globl switch_stacks\n"
        "switch_stacks:\n"
        "    pushq %rbp\n    pushq %rbx\n    pushq %r12\n    pushq %r13\n    pushq %r14\n    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n    popq %r14\n    popq %r13\n    popq %r12\n    popq %rbx\n    popq %rbp\n"
        "    ret\n");

void prepare_stack(unsigned index, void (*entry)(void))
{
    char *top = stacks[index] + STACK;
    memset(stacks[index], 0, STACK);
    deepest[index] = top;
    /* Six registers, the place to go to, and a return address that is never used: aligned as after a call. */
    void **pointer = (void **)top - 8;
    pointer[6] = (void *)entry;
    machine.thread[index].stack_pointer = pointer;
}

void run_coroutine(unsigned index)
{
    struct thread *thread = &machine.thread[index];
    char *pointer = thread->stack_pointer;
    /* Other executions have left their traces below; a gap in a new frame must not hold them. */
    if (deepest[index] < pointer) {
        memset(deepest[index], 0, pointer - deepest[index]);
    }
    /* How deep it will get is not known; what is used by calls between two stops is far less than this. */
    deepest[index] = pointer - 1024 < stacks[index] ? stacks[index] : pointer - 1024;
    machine.current = index;
    switch_stacks(&scheduler, pointer);
    if ((char *)thread->stack_pointer < stacks[index] + 2048) {
        broken("a stack is nearly full");
    }
    if ((char *)thread->stack_pointer - 1024 < deepest[index]) {
        deepest[index] = (char *)thread->stack_pointer - 1024;
    }
}

void leave_coroutine(void)
{
    switch_stacks(&machine.thread[machine.current].stack_pointer, scheduler);
}
