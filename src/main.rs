//! The program: hands the arguments to [`fencesmith::cli`] and turns the outcome into the exit code.
//!
//! A panic is a bug: it is told as one, with the exit code for it. Nothing else ends the process.

use std::panic::catch_unwind;
use std::process::ExitCode;

use fencesmith::cli;

fn main() -> ExitCode {
    match catch_unwind(|| cli::run(std::env::args_os())) {
        Ok(exit) => exit.into(),
        Err(_) => cli::own_fault().into(),
    }
}
