//! The rules: everything that a report can say, with a name that stays.
//!
//! In: a property, a diagnostic, an outcome. Out: the rule it is an instance of, with what it means and what to do. It must
//! not know in which form a rule is shown.

use crate::diag::{About, Diagnostic, Severity};
use crate::ir::Property;

/// A rule.
#[derive(Debug)]
pub struct Rule {
    /// What tools know it by; it never changes.
    pub id: &'static str,
    /// In a sentence.
    pub summary: &'static str,
    /// What it means, and what to do.
    pub help: &'static str,
}

/// All rules, in the order in which they are listed.
pub const RULES: &[Rule] = &[
    Rule {
        id: "missing-fence",
        summary: "The program is wrong on the memory model without a fence here.",
        help: "Some execution that the memory model allows violates a property, and the fences of the report, taken \
               together, rule out all of these executions. Each of them is needed: without it the violation comes back. \
               Insert all of them: `fencesmith suggest FILE --model MODEL --in-place`, or apply the fix that the report \
               carries.",
    },
    Rule {
        id: "spare-fence",
        summary: "A fence or a memory order is stronger than the program needs on the memory model.",
        help: "With the changes of the report, taken together, no execution that the memory model allows violates a property, \
               and nothing less will do. Apply all of them: `fencesmith optimize FILE --model MODEL --in-place`, or the \
               fix that the report carries. A fence that goes leaves a compiler barrier behind.",
    },
    Rule {
        id: "assertion",
        summary: "An assertion fails in some execution.",
        help: "The steps of the report are an execution that the program and the memory model allow, in the order in which \
               memory performs them; at its end the asserted condition is false. If steps are marked as reordered, \
               `fencesmith suggest` finds the fences that prevent it; if none is, the program is wrong whatever the \
               memory model.",
    },
    Rule {
        id: "reach-error",
        summary: "The error location is reached in some execution.",
        help: "A call of `reach_error`, `abort` or `__VERIFIER_error` is an error wherever an execution gets to it. Read the \
               steps of the report as for a failed assertion.",
    },
    Rule {
        id: "division-by-zero",
        summary: "Some execution divides by zero.",
        help: "The divisor is zero in the execution of the report. Test it before, or find out which thread makes it zero.",
    },
    Rule {
        id: "undefined-arithmetic",
        summary: "Some execution computes what has no defined result.",
        help: "A shift by as many bits as the type has or more, or the quotient of the least number and -1, has no result in \
               C.",
    },
    Rule {
        id: "signed-overflow",
        summary: "Some execution computes what a signed type cannot hold.",
        help: "C leaves undefined what comes of it; most compilers take for granted that it does not happen. It is looked for \
               with `--property overflow`.",
    },
    Rule {
        id: "null-dereference",
        summary: "Some execution dereferences a null pointer.",
        help: "Often a pointer that was published before what it points at, or read before it was set: the steps of the \
               report show which write came too late.",
    },
    Rule {
        id: "out-of-bounds",
        summary: "Some execution accesses memory out of bounds.",
        help: "The address lies in no object, or not all bytes of the access lie in the object, or an index leaves the array within \
               a larger object. Often an index that was read before the array or its length.",
    },
    Rule {
        id: "wild-pointer",
        summary: "Some execution accesses memory through a pointer that nobody has set.",
        help: "The pointer comes from memory that nothing was written to: an uninitialised variable, or a member of an object \
               fresh from `malloc`.",
    },
    Rule {
        id: "use-after-free",
        summary: "Some execution accesses freed memory.",
        help: "One thread frees the object while another still uses it. A fence helps only where the order of two accesses is \
               to blame; otherwise the program needs a way to know that nobody uses the object any more.",
    },
    Rule {
        id: "use-after-scope",
        summary: "Some execution accesses a local variable that is no more.",
        help: "The address of a local variable outlives its block or function, as when a thread is not joined before the \
               function returns whose variable it uses.",
    },
    Rule {
        id: "read-only-write",
        summary: "Some execution writes to a string literal or to an object that is defined const.",
        help: "Such an object lies in memory that cannot be written; an operation that reads and writes counts as a write.",
    },
    Rule {
        id: "invalid-free",
        summary: "Some execution frees what was not allocated, or frees it twice.",
        help: "Only the address that `malloc` and its like returned may be given to `free`, and once.",
    },
    Rule {
        id: "lock-misuse",
        summary: "Some execution unlocks a mutex it does not hold, destroys one that is held, or uses one not set up.",
        help: "POSIX leaves undefined what such an operation does, so that nothing can be said of what comes after it.",
    },
    Rule {
        id: "barrier-misuse",
        summary: "Some execution waits on a barrier that is not set up, or destroys one while threads wait.",
        help: "Initialise the barrier before a thread is started that waits at it, and destroy it after they are joined.",
    },
    Rule {
        id: "thread-misuse",
        summary: "Some execution joins or detaches what is no thread, or a thread joined or detached before.",
        help: "A handle is good for one `pthread_join` or one `pthread_detach`, by a thread other than itself.",
    },
    Rule {
        id: "leak",
        summary: "Some execution ends with a heap object that nobody can free any more.",
        help: "When every thread has ended the object has not been freed, and no static object holds its address, nor that of \
               one that does. The place is where it was allocated. It is looked for with `--property leaks`.",
    },
    Rule {
        id: "uninitialised",
        summary: "Some execution depends on a value that nobody has set.",
        help: "The first place is where the value is read, the other one where the variable or the block of memory begins in which \
               nobody has put one. Copying such a value is no mistake, and neither is computing with it: deciding a branch or an \
               assertion by it is, accessing memory through it, and writing it out. It is looked for with `--property \
               uninitialised`.",
    },
    Rule {
        id: "liveness",
        summary: "Some thread goes round in a waiting loop for good.",
        help: "Every write has reached the thread, nothing that it waits for has come, and no other thread goes on: each has ended or \
               waits, too. A store that overtook the one that resets the flag, or a wake-up that came too early, has this \
               effect. It is looked for with `--property liveness`, as are deadlocks then.",
    },
    Rule {
        id: "dependency",
        summary: "The program is safe only as long as the compiler keeps a dependency.",
        help: "The memory model holds an access back that uses what an earlier read returned. A compiler keeps values and not \
               the way to them: it may compute the value otherwise, and the access is free. Make the order explicit: an \
               acquire load, or a fence. `--no-dependencies` does without all of them.",
    },
    Rule {
        id: "no-verdict",
        summary: "There is no verdict: the program may be right or wrong.",
        help: "A bound or a limit was reached before the question was settled. The message names it and the option that \
               raises it. This is no sign that the program is correct.",
    },
    Rule {
        id: "engines-disagree",
        summary: "The solver and the explorer disagree on a program.",
        help: "One of the two engines of this tool is wrong. Nothing is written. Please report it with the files that the \
               message names.",
    },
    Rule {
        id: "data-race",
        summary: "Nothing orders two accesses to the same memory, and one of them is plain.",
        help: "C gives such a program no meaning: a compiler may reorder, merge or remove plain accesses. Make the variable \
               `_Atomic` or `volatile`, or guard it by a lock.",
    },
    Rule {
        id: "racy-access",
        summary: "Plain accesses that other threads race with matter to the verdict.",
        help: "The verdict is about the machine. A compiler may still reorder, merge or remove accesses that are neither \
               atomic nor volatile. Make them `_Atomic` or `volatile`.",
    },
    Rule {
        id: "deadlock",
        summary: "Threads wait for each other for good in some execution.",
        help: "Every thread that has not ended waits for a lock, a semaphore, at a barrier or for another thread. Assertions are not \
               reached in such an execution, so that it violates none.",
    },
    Rule {
        id: "unsupported",
        summary: "The program uses something that this tool cannot look at.",
        help: "Nothing is skipped silently: what is reached from `main` and is not understood is refused with its place. Leave \
               it out of what is checked, by a macro that you define with `-D`, or put a simpler equivalent in its place.",
    },
    Rule {
        id: "input-error",
        summary: "The input is wrong: the C text, a model file, a suite or the configuration.",
        help: "The message says what is wrong there and what to do about it. Nothing was checked.",
    },
    Rule {
        id: "usage-error",
        summary: "The command line is wrong, or a file cannot be read or written.",
        help: "The message says which option or file it is about; `fencesmith COMMAND --help` lists the options. Nothing was \
               checked.",
    },
    Rule {
        id: "note",
        summary: "Something that the user should know about the input.",
        help: "A warning changes no verdict. It says what was assumed or left out of account.",
    },
];

/// The rule of this name.
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id == id)
}

/// The rules of diagnostics that are of no more special kind.
pub const IS_ANY: [&str; 3] = ["input-error", "usage-error", "note"];

/// The rule that a violated property breaks.
pub fn of_property(property: Property) -> &'static str {
    match property {
        Property::Assertion => "assertion",
        Property::ReachError => "reach-error",
        Property::DivisionByZero => "division-by-zero",
        Property::UndefinedArithmetic => "undefined-arithmetic",
        Property::SignedOverflow => "signed-overflow",
        Property::NullDereference => "null-dereference",
        Property::OutOfBounds => "out-of-bounds",
        Property::WildPointer => "wild-pointer",
        Property::UseAfterFree => "use-after-free",
        Property::UseAfterScope => "use-after-scope",
        Property::ReadOnlyWrite => "read-only-write",
        Property::InvalidFree => "invalid-free",
        Property::LockMisuse => "lock-misuse",
        Property::BarrierMisuse => "barrier-misuse",
        Property::ThreadMisuse => "thread-misuse",
        Property::Deadlock => "deadlock",
        Property::DataRace => "data-race",
        Property::Leak => "leak",
        Property::Uninitialised => "uninitialised",
        Property::Liveness => "liveness",
    }
}

/// The rule that a diagnostic is an instance of.
pub fn of_diagnostic(diagnostic: &Diagnostic) -> &'static str {
    match (diagnostic.about, diagnostic.severity, diagnostic.span) {
        (About::Unsupported, ..) => "unsupported",
        (About::TooLarge, ..) => "no-verdict",
        (About::DataRace, ..) => "data-race",
        (About::RacyAccess, ..) => "racy-access",
        (About::Deadlock, ..) => "deadlock",
        (About::Other, Severity::Warning, _) => "note",
        (About::Other, Severity::Error, Some(_)) => "input-error",
        (About::Other, Severity::Error, None) => "usage-error",
    }
}
