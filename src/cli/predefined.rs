//! The macros that flags of gcc predefine or take away.
//!
//! In: flags, in their order. Out: what they leave defined and undefined, of the macros that they are about. These flags
//! change nothing else about what a program means here. It must not know which command is run.

/// Macros by name, each with its value or without a definition.
#[derive(Clone, Debug, Default)]
pub struct Predefined {
    macros: Vec<(&'static str, Option<&'static str>)>,
}

impl Predefined {
    /// Heeds a flag. Whether it is one of those whose macros are known in full.
    pub fn heed(&mut self, flag: &str) -> bool {
        let Some(macros) = macros_of(flag) else { return false };
        for (name, value) in macros {
            self.macros.retain(|(other, _)| other != name);
            self.macros.push((*name, *value));
        }
        true
    }

    /// What is defined.
    pub fn defines(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.macros.iter().filter_map(|(name, value)| value.map(|value| (*name, value)))
    }

    /// What is not.
    pub fn undefines(&self) -> impl Iterator<Item = &'static str> {
        self.macros.iter().filter(|(_, value)| value.is_none()).map(|(name, _)| *name)
    }
}

/// What a flag does, with all that another one of its kind may have done before.
fn macros_of(flag: &str) -> Option<&'static [(&'static str, Option<&'static str>)]> {
    Some(match flag {
        "-O0" => &[("__OPTIMIZE__", None), ("__OPTIMIZE_SIZE__", None), ("__NO_INLINE__", Some("1"))],
        "-O" | "-O1" | "-O2" | "-O3" | "-Og" => {
            &[("__OPTIMIZE__", Some("1")), ("__OPTIMIZE_SIZE__", None), ("__NO_INLINE__", None)]
        }
        "-Os" | "-Oz" => &[("__OPTIMIZE__", Some("1")), ("__OPTIMIZE_SIZE__", Some("1")), ("__NO_INLINE__", None)],
        "-pthread" => &[("_REENTRANT", Some("1"))],
        "-fPIC" => &PICS[0],
        "-fpic" => &PICS[1],
        "-fPIE" => &PICS[2],
        "-fpie" => &PICS[3],
        "-fno-PIC" | "-fno-pic" | "-fno-PIE" | "-fno-pie" => &PICS[4],
        _ => return None,
    })
}

/// Code for any address, of libraries and of programs; and neither.
const PICS: [[(&str, Option<&str>); 4]; 5] = [
    [("__PIC__", Some("2")), ("__pic__", Some("2")), ("__PIE__", None), ("__pie__", None)],
    [("__PIC__", Some("1")), ("__pic__", Some("1")), ("__PIE__", None), ("__pie__", None)],
    [("__PIC__", Some("2")), ("__pic__", Some("2")), ("__PIE__", Some("2")), ("__pie__", Some("2"))],
    [("__PIC__", Some("1")), ("__pic__", Some("1")), ("__PIE__", Some("1")), ("__pie__", Some("1"))],
    [("__PIC__", None), ("__pic__", None), ("__PIE__", None), ("__pie__", None)],
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// gcc's macros under some flags.
    fn of_gcc(flags: &[&str]) -> Option<Vec<String>> {
        let output = Command::new("gcc").args(flags).args(["-dM", "-E", "-x", "c", "/dev/null"]).output().ok()?;
        Some(String::from_utf8(output.stdout).unwrap().lines().map(str::to_string).collect())
    }

    /// What the flags do to gcc's macros, they do here.
    #[test]
    fn the_macros_are_gccs() {
        let Some(without) = of_gcc(&[]) else { return };
        let alone = ["-O0", "-O", "-O1", "-O2", "-O3", "-Og", "-Os", "-Oz", "-pthread", "-fPIC", "-fpic", "-fPIE"];
        let further = ["-fpie", "-fno-PIC", "-fno-pic", "-fno-PIE", "-fno-pie"];
        let mut cases: Vec<Vec<&str>> = alone.iter().chain(&further).map(|flag| vec![*flag]).collect();
        cases.extend([vec!["-Os", "-O2"], vec!["-O2", "-O0"], vec!["-O1", "-Os", "-pthread"]]);
        for flags in cases {
            let mut predefined = Predefined::default();
            assert!(flags.iter().all(|flag| predefined.heed(flag)), "{flags:?}");
            let with = of_gcc(&flags).unwrap();
            let mut ours: Vec<String> = without.clone();
            for (name, value) in &predefined.macros {
                ours.retain(|line| line.split(' ').nth(1) != Some(name));
                ours.extend(value.map(|value| format!("#define {name} {value}")));
            }
            let (mut ours, mut with) = (ours, with);
            ours.sort();
            with.sort();
            assert_eq!(ours, with, "{flags:?}");
        }
        assert!(!Predefined::default().heed("-march=native") && !Predefined::default().heed("-Ofast"));
    }
}
