//! What generated programs may contain. A part of the language that the tool is known to be wrong about is switched off
//! here, by name, until it is repaired; `FENCESMITH_NATIVE=all` switches everything on.

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
    /// What the tool is expected to be right about, unless the environment asks for more.
    pub fn new() -> Features {
        let all = std::env::var("FENCESMITH_NATIVE").is_ok_and(|value| value == "all");
        Features {
            retries: all,
            busy_waits: all,
            try_loops: all,
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
