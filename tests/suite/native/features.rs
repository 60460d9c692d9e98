//! What generated programs may contain. A part of the language that the tool is known to be wrong about is switched off
//! here, by name, until it is repaired. At present there is none.

/// One flag for each part of the language that can be switched off.
#[derive(Clone, Debug)]
pub struct Features {
    /// Loops that retry a compare-and-exchange without a bound.
    pub retries: bool,
    /// Waiting loops that do something.
    pub busy_waits: bool,
    /// Waiting loops around a helper that returns early.
    pub try_loops: bool,
    pub threads_start_threads: bool,
    pub handles_as_values: bool,
    /// Local variables of `main` that threads write.
    pub shared_locals: bool,
    pub heap: bool,
    /// Structs and unions as a whole and by bytes.
    pub bytes: bool,
    pub bit_fields: bool,
    /// Bytes of a variable set by another thread.
    pub memset: bool,
}

impl Features {
    /// What the tool is expected to be right about.
    pub fn new() -> Features {
        Features {
            retries: true,
            busy_waits: true,
            try_loops: true,
            threads_start_threads: true,
            handles_as_values: true,
            shared_locals: true,
            heap: true,
            bytes: true,
            bit_fields: true,
            memset: true,
        }
    }
}
