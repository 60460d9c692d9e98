//! Takes away what a process that is killed has left beside its files.
//!
//! In: paths that are there for a moment. Out: none of them, once this process is no more. It must not know what they are.
//!
//! Nothing within a process outlives its being killed, and no call of the system gives a file without a name the name of another one.
//! So a shell waits beside the process, hears each path before it is made, and removes what it has heard of when there is nothing more
//! to hear: the system ends that conversation however the process ends. The shell is in a process group of its own, so that
//! what ends the process's group spares it. A process that comes to its end by itself has nothing left, and ends its shell.
//!
//! Where there is no shell, or the shell is killed as well, the next run sweeps ([`super::staged`]).

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// What the shell does. The last path is the first to go, as folders come before what is in them; a folder with something in it stays.
const SWEEP: &str = "\
set --
while IFS= read -r path; do set -- \"$path\" \"$@\"; done
for path do rmdir -- \"$path\" || rm -f -- \"$path\"; done";

/// Held while there is something that a killed process would leave.
#[derive(Debug, Default)]
pub struct Broom {
    shell: Option<Child>,
}

impl Broom {
    /// Starts the shell, if it is not there. That takes a moment, so it is done before anything has to be quick.
    pub fn ready(&mut self) {
        if self.shell.is_some() {
            return;
        }
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SWEEP]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        self.shell = command.spawn().ok();
    }

    /// From now on this path goes with the process. It must not be there before.
    pub fn mind(&mut self, path: &Path) {
        self.ready();
        let Some(stdin) = self.shell.as_mut().and_then(|shell| shell.stdin.as_mut()) else { return };
        // A path with a line end in it would be two.
        let Some(path) = path.to_str().filter(|path| !path.contains('\n')) else { return };
        // It is heard at the latest when the process is no more, as the system keeps it.
        let _ = stdin.write_all(format!("{path}\n").as_bytes());
    }
}

impl Drop for Broom {
    fn drop(&mut self) {
        let Some(shell) = &mut self.shell else { return };
        // Before its input ends, which would make it sweep.
        let _ = shell.kill();
        let _ = shell.wait();
    }
}
