//! The flags of C compilers, as they stand in commands of build systems and on our own command line.
//!
//! In: words. Out: what they say about reading C, spelled as `clap` takes it or as [`Preprocessing`]; and the flags that
//! change nothing about what the program means but for macros that they predefine, which are left out by name. A flag that does change it and is not
//! known is an error, never ignored. It must not know which command is run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::predefined::Predefined;
use crate::diag::Diagnostic;
use crate::frontend::{Preprocessing, is_standard};
use crate::intake::{self, Writer};

/// What a word of a compiler's command line is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Word {
    /// A flag about reading C, and its value.
    Reading(Reading, String),
    /// Changes nothing; a value that stands behind it goes with it.
    Ignored { with_value: bool },
    /// Changes what the program means in a way that is not modelled.
    Refused,
    /// Something else: a file, or an option that is not a compiler's.
    Other,
}

/// The flags about reading C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    Include,
    Quote,
    System,
    Forced,
    Standard,
    Language,
    Define,
    Undefine,
}

/// Flags whose value is joined to them or is the next word.
const VALUED: &[(&str, Reading)] = &[
    ("-include", Reading::Forced),
    ("-isystem", Reading::System),
    ("-idirafter", Reading::System),
    ("-iquote", Reading::Quote),
    ("-I", Reading::Include),
    ("-D", Reading::Define),
    ("-U", Reading::Undefine),
    ("-x", Reading::Language),
];

/// Flags that change the machine, the types or the language, or have the compiler do what the text does not say.
const REFUSED: &[&str] = &[
    "-m32",
    "-mx32",
    "-m16",
    "-funsigned-char",
    "-fno-signed-char",
    "-funsigned-bitfields",
    "-fno-signed-bitfields",
    "-fshort-enums",
    "-fshort-wchar",
    "-fsingle-precision-constant",
    "-fgnu89-inline",
    "-fms-extensions",
    "-fplan9-extensions",
    "-fms-compatibility",
    "-fno-asm",
    "-fpreprocessed",
    "-fdirectives-only",
    "-fopenmp",
    "-fopenacc",
    "-fgnu-tm",
    // Takes the macros of a file and leaves its declarations out.
    "-imacros",
    "-fblocks",
    "-fpascal-strings",
    "-fwritable-strings",
    // An overflow ends the program.
    "-ftrapv",
    // Calls functions of the program at each entry and exit.
    "-finstrument-functions",
    // The compiler may write where the program does not; the first one implies the second.
    "-Ofast",
    "-fallow-store-data-races",
    // A bit-field is accessed by the whole object of its type.
    "-fstrict-volatile-bitfields",
];

/// The same, by their beginning.
const REFUSED_BEGINNINGS: &[&str] = &[
    "-fpack-struct",
    // The bytes of a number the other way round.
    "-fsso-struct=",
    // Variables without an initialiser get a value, or trap.
    "-ftrivial-auto-var-init=",
    "-fplugin",
    "-frandomize-layout-seed",
    "-fexec-charset=",
    "-fwide-exec-charset=",
    "-finput-charset=",
];

/// Whether words for another program, behind a flag that hands them on, say what the program's text or its functions are.
fn hands_on(text: &str, next: Option<&str>) -> bool {
    let (to_linker, words) = match (text, next) {
        ("-Xpreprocessor" | "-Xclang", Some(value)) => (false, value),
        ("-Xlinker", Some(value)) => (true, value),
        _ => match (text.strip_prefix("-Wp,"), text.strip_prefix("-Wl,")) {
            (Some(words), _) => (false, words),
            (_, Some(words)) => (true, words),
            _ => return false,
        },
    };
    let (of_linker, of_preprocessor) =
        (["--wrap", "-wrap", "--defsym", "-defsym"], ["-D", "-U", "-I", "-i", "-f", "-u"]);
    words.split(',').any(|word| match to_linker {
        true => of_linker.iter().any(|start| word.starts_with(start)),
        false => of_preprocessor.iter().any(|start| word.starts_with(start)),
    })
}

/// Whether a flag about characters only repeats what holds here.
fn says_nothing_new(text: &str) -> bool {
    let value = text.split_once('=').map(|(_, value)| value.to_ascii_lowercase());
    let narrow = !text.starts_with("-fwide-exec-charset");
    value.is_some_and(|value| text.contains("-charset=") && narrow && (value == "utf-8" || value == "utf8"))
}

/// Flags that change nothing, whole words.
const IGNORED: &[&str] = &[
    "-c",
    "-S",
    "-E",
    "-w",
    "-s",
    "-pipe",
    "-pedantic",
    "-pedantic-errors",
    "-pg",
    "-static",
    "-shared",
    "-rdynamic",
    "-no-pie",
    "-pie",
    "-nostdlib",
    "-nostdinc",
    "-coverage",
    "--coverage",
    "-m64",
    "-mcx16",
    "-MD",
    "-MMD",
    "-MP",
    "-M",
    "-MM",
];

/// The same with a value in the next word.
const IGNORED_WITH_VALUE: &[&str] =
    &["-MF", "-MT", "-MQ", "-Xlinker", "-Xpreprocessor", "-Xassembler", "-Xclang", "--param", "-target", "-B"];

/// Flags that change nothing, by their beginning.
const IGNORED_BEGINNINGS: &[&str] = &[
    "-O",
    "-W",
    "-g",
    "-f",
    "-l",
    "-L",
    "-B",
    "-march=",
    "-mtune=",
    "-mcmodel=",
    "-mregparm=",
    "-msse",
    "-mavx",
    "-mpopcnt",
    "-mno-",
    "-save-temps",
    "--param=",
    "--target=",
];

/// Whether the machine that a flag names is another one than the one whose C is read here.
fn is_elsewhere(text: &str, next: Option<&str>) -> bool {
    let machine = if text == "-target" { next } else { text.strip_prefix("--target=") };
    machine.is_some_and(|machine| !machine.starts_with("x86_64"))
}

/// What a word is; `next` is the one behind it. Whether that was taken as its value.
fn word(text: &str, next: Option<&str>) -> (Word, bool) {
    let refused = REFUSED.contains(&text) || REFUSED_BEGINNINGS.iter().any(|start| text.starts_with(start));
    let alone = text.strip_prefix("-Wp,").filter(|words| !words.contains(',')).unwrap_or(text);
    let fortifies = alone.starts_with("-D_FORTIFY_SOURCE");
    if refused && !says_nothing_new(text) || hands_on(text, next) && !fortifies || is_elsewhere(text, next) {
        return (Word::Refused, false);
    }
    // The headers' own checks of sizes, beside which a program means the same.
    if fortifies {
        return (Word::Ignored { with_value: false }, false);
    }
    if let Some(standard) = text.strip_prefix("-std=").or_else(|| text.strip_prefix("--std=")) {
        return (Word::Reading(Reading::Standard, standard.to_string()), false);
    }
    if text == "-ansi" {
        return (Word::Reading(Reading::Standard, "c90".to_string()), false);
    }
    for (flag, what) in VALUED {
        let Some(joined) = text.strip_prefix(flag) else { continue };
        return match (joined, next) {
            ("", Some(value)) => (Word::Reading(*what, value.to_string()), true),
            ("", None) => (Word::Other, false),
            (value, _) => (Word::Reading(*what, value.to_string()), false),
        };
    }
    if IGNORED_WITH_VALUE.contains(&text) {
        return (Word::Ignored { with_value: true }, next.is_some());
    }
    let ignored = IGNORED.contains(&text) || IGNORED_BEGINNINGS.iter().any(|start| text.starts_with(start));
    if ignored { (Word::Ignored { with_value: false }, false) } else { (Word::Other, false) }
}

/// The words of a text as a shell has them, and gcc in a file of arguments.
fn words_of(text: &str) -> Option<Vec<String>> {
    shlex::split(text)
}

/// Puts the words of a file in the place of each `@file` that names one.
fn expanded(words: Vec<String>, directory: &Path, depth: usize) -> Vec<String> {
    let mut all = Vec::new();
    for word in words {
        let listed = word.strip_prefix('@').filter(|_| depth > 0).and_then(|name| {
            let text = intake::text(&directory.join(name), Writer::People).ok()?;
            words_of(&text)
        });
        match listed {
            Some(words) => all.extend(expanded(words, directory, depth - 1)),
            None => all.push(word),
        }
    }
    all
}

/// How deep files of arguments may name others.
const DEEPEST: usize = 16;

/// The name of a macro in what defines it.
fn macro_name(defined: &str) -> &str {
    defined.split(['=', '(']).next().unwrap_or(defined)
}

/// Our own command line with the compilers' flags spelled as options of ours.
pub fn spelled_as_options(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments = arguments.into_iter();
    let mut all: Vec<OsString> = arguments.next().into_iter().collect();
    let rest: Vec<OsString> = arguments.collect();
    let Ok(words) = rest.iter().map(|word| word.clone().into_string()).collect::<Result<Vec<_>, _>>() else {
        // A word that is no text is a path; then there is nothing to translate.
        all.extend(rest);
        return all;
    };
    let words = expanded(words, Path::new(""), DEEPEST);
    let mut predefined = Predefined::default();
    // The macros that are defined or undefined by name.
    let mut said: Vec<String> = Vec::new();
    let mut at = 0;
    let mut behind = words.len();
    while at < words.len() {
        let text = words[at].as_str();
        if text == "--" {
            behind = at;
            break;
        }
        if predefined.heed(text) {
            at += 1;
            continue;
        }
        let (what, took) = word(text, words.get(at + 1).map(String::as_str));
        let option = match &what {
            Word::Reading(Reading::Forced, value) => Some(format!("--force-include={value}")),
            Word::Reading(Reading::System, value) => Some(format!("--isystem={value}")),
            Word::Reading(Reading::Quote, value) => Some(format!("--iquote={value}")),
            Word::Reading(Reading::Standard, value) => Some(format!("--std={value}")),
            Word::Reading(Reading::Language, value) => Some(format!("--language={value}")),
            // What is said last of a macro holds.
            Word::Reading(Reading::Define, value) => {
                let name = macro_name(value);
                all.retain(|word| *word != *format!("--undefine={name}"));
                said.push(name.to_string());
                Some(format!("--define={value}"))
            }
            Word::Reading(Reading::Undefine, value) => {
                let name = value.as_str();
                let defines = |word: &OsString| {
                    let value = word.to_str().and_then(|word| word.strip_prefix("--define="));
                    value.is_some_and(|defined| macro_name(defined) == name)
                };
                all.retain(|word| !defines(word));
                said.push(value.clone());
                Some(format!("--undefine={value}"))
            }
            Word::Ignored { .. } => Some(format!("--ignored={text}")),
            Word::Refused => Some(format!("--refused={text}")),
            Word::Reading(..) | Word::Other => None,
        };
        match option {
            Some(option) => {
                all.push(option.into());
                at += 1 + usize::from(took);
            }
            None => {
                all.push(text.into());
                at += 1;
            }
        }
    }
    // What the command line itself says of a macro counts.
    let says = |name: &str| said.iter().any(|other| other == name);
    let defines = predefined.defines().filter(|(name, _)| !says(name));
    all.extend(defines.map(|(name, value)| format!("--define={name}={value}").into()));
    all.extend(predefined.undefines().filter(|name| !says(name)).map(|name| format!("--undefine={name}").into()));
    all.extend(words[behind..].iter().map(OsString::from));
    all
}

/// Whether a flag has the compiler complain of a declaration behind a statement.
pub fn wants_declarations_first(flag: &str) -> bool {
    ["-Wdeclaration-after-statement", "-Werror=declaration-after-statement"].contains(&flag)
}

/// What a command of a build system says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    pub preprocessing: Preprocessing,
    /// The flags that change nothing.
    pub ignored: Vec<String>,
}

/// Understands the words of a compiler's call behind its name, made in a directory. `file` is what it compiles.
///
/// # Errors
/// A flag changes what the program means in a way that is not modelled.
pub fn command(words: Vec<String>, directory: &Path, file: &Path) -> Result<Command, Diagnostic> {
    let words = expanded(words, directory, DEEPEST);
    let mut command = Command::default();
    let how = &mut command.preprocessing;
    let in_directory = |value: &str| -> PathBuf { directory.join(value) };
    let mut predefined = Predefined::default();
    let mut at = 0;
    while at < words.len() {
        let text = words[at].as_str();
        if predefined.heed(text) {
            at += 1;
            continue;
        }
        let (what, took) = word(text, words.get(at + 1).map(String::as_str));
        match what {
            Word::Reading(Reading::Include, value) => how.include_dirs.push(in_directory(&value)),
            Word::Reading(Reading::Quote, value) => how.quote_dirs.push(in_directory(&value)),
            Word::Reading(Reading::System, value) => how.system_dirs.push(in_directory(&value)),
            Word::Reading(Reading::Forced, value) => how.forced_includes.push(in_directory(&value)),
            Word::Reading(Reading::Define, value) => {
                let (name, value) = match value.split_once('=') {
                    Some((name, value)) => (name.to_string(), Some(value.to_string())),
                    None => (value, None),
                };
                how.undefines.retain(|other| *other != name);
                how.defines.push((name, value));
            }
            Word::Reading(Reading::Undefine, value) => {
                how.defines.retain(|(name, _)| *name != value);
                how.undefines.push(value);
            }
            Word::Reading(Reading::Standard, value) => how.standard = Some(standard(&value)?),
            Word::Reading(Reading::Language, value) => language(&value)?,
            Word::Ignored { .. } => {
                how.declarations_first |= wants_declarations_first(text);
                command.ignored.push(text.to_string());
            }
            Word::Refused => return Err(refused(text)),
            Word::Other if text == "-o" => at += 1,
            Word::Other if text.starts_with("-o") => {}
            Word::Other if text.starts_with('-') => {
                let what = format!("the compiler flag `{text}` is not known (in the command for {})", file.display());
                return Err(Diagnostic::error(what).help("take it out of the build command, or give the file alone"));
            }
            Word::Other => {}
        }
        at += 1 + usize::from(took);
    }
    // What the command itself says of a macro counts.
    let says =
        |name: &str| how.defines.iter().any(|(other, _)| other == name) || how.undefines.iter().any(|u| u == name);
    let (defines, undefines): (Vec<_>, Vec<_>) = (
        predefined.defines().filter(|(name, _)| !says(name)).collect(),
        predefined.undefines().filter(|name| !says(name)).map(str::to_string).collect(),
    );
    how.defines.extend(defines.into_iter().map(|(name, value)| (name.to_string(), Some(value.to_string()))));
    how.undefines.extend(undefines);
    Ok(command)
}

/// A dialect by its name.
///
/// # Errors
/// There is none of this name.
pub fn standard(name: &str) -> Result<String, Diagnostic> {
    if is_standard(name) {
        return Ok(name.to_string());
    }
    Err(Diagnostic::error(format!("`-std={name}` is no dialect of C"))
        .help("c89, c99, c11, c17, c23, or the same with `gnu` in the place of `c`"))
}

/// # Errors
/// The language is not C.
pub fn language(name: &str) -> Result<(), Diagnostic> {
    match name {
        "c" | "none" => Ok(()),
        _ => Err(Diagnostic::error(format!("`-x {name}`: the language is not C"))),
    }
}

/// The refusal of a flag, with its reason.
pub fn refused(flag: &str) -> Diagnostic {
    let why = match flag {
        "-ftrapv" => "an overflow ends the program under it; leave it out, and `--property overflow` finds overflows",
        "-fopenmp" | "-fopenacc" => {
            "pragmas start threads under it, and these pragmas are not read; leave it out where the files have none"
        }
        "-fgnu-tm" => "transactions are not read; leave it out where the files have none",
        "-Ofast" | "-fallow-store-data-races" => {
            "under it the compiler may write where the program does not (`-fallow-store-data-races`); give another `-O`"
        }
        "-finstrument-functions" => "each call and each return calls functions of the program under it",
        "-imacros" => "it takes the macros of a file only; `-include FILE` takes all of it",
        "-Xpreprocessor" | "-Xclang" => "give what it hands on as a flag of its own",
        _ if flag.starts_with("-Wp,") => "give what it hands on as a flag of its own",
        _ if flag == "-Xlinker" || flag.starts_with("-Wl,") => "it has calls of one function go to another one",
        _ if flag.starts_with("-ftrivial-auto-var-init=") => "variables without an initialiser get a value under it",
        _ => "it changes the machine or the types; the C that is read here is that of gcc for 64-bit x86 Linux",
    };
    Diagnostic::error(format!("the compiler flag `{flag}` is not supported")).help(why)
}

/// Flags about the files that a compiler writes. They say nothing about C, and stand in each command of a build: nobody is told of them.
const ABOUT_OUTPUT: &[&str] = &["-c", "-S", "-E", "-pipe", "-MD", "-MMD", "-MP", "-M", "-MM", "-MF", "-MT", "-MQ"];

/// The note that flags were left out.
pub fn ignored(flags: &[String]) -> Option<Diagnostic> {
    let mut names: Vec<String> = Vec::new();
    for flag in flags.iter().filter(|flag| !ABOUT_OUTPUT.contains(&flag.as_str())) {
        let name = format!("`{flag}`");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let what = format!(
        "these compiler flags are ignored, and macros that they predefine are not defined: {}",
        names.join(", ")
    );
    (!names.is_empty()).then(|| Diagnostic::warning(what))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(line: &str) -> Vec<String> {
        let words = line.split_whitespace().map(OsString::from);
        spelled_as_options(words).into_iter().map(|word| word.into_string().unwrap()).collect()
    }

    #[test]
    fn compilers_flags_become_options() {
        let line = "fencesmith check a.c -include x.h -isystem sys -iquote q -std=c99 -x c -Os -O2 -Wall -I inc -DA=1 --model m -- -O1";
        assert_eq!(
            options(line),
            [
                "fencesmith",
                "check",
                "a.c",
                "--force-include=x.h",
                "--isystem=sys",
                "--iquote=q",
                "--std=c99",
                "--language=c",
                "--ignored=-Wall",
                "-I",
                "inc",
                "--define=A=1",
                "--model",
                "m",
                "--define=__OPTIMIZE__=1",
                "--undefine=__OPTIMIZE_SIZE__",
                "--undefine=__NO_INLINE__",
                "--",
                "-O1",
            ]
        );
    }

    #[test]
    fn what_is_said_last_of_a_macro_holds() {
        assert_eq!(options("f -DV -U V"), ["f", "--undefine=V"]);
        assert_eq!(options("f -UV -D V(x)=x"), ["f", "--define=V(x)=x"]);
        assert_eq!(
            options("f -O2 -U__OPTIMIZE__"),
            ["f", "--undefine=__OPTIMIZE__", "--undefine=__OPTIMIZE_SIZE__", "--undefine=__NO_INLINE__"]
        );
    }

    #[test]
    fn what_changes_nothing_is_left_out_on_both_ways() {
        let flags = "-nostdinc --param max-inline-insns-single=9 --param=x=1 -Xclang -disable-O0-optnone -target x86_64-linux-gnu \
            --target=x86_64-linux-gnu -B dir -Bdir -save-temps -save-temps=obj -coverage --coverage -mcmodel=kernel -mregparm=3";
        let all = options(flags);
        assert!(all.iter().skip(1).all(|word| word.starts_with("--ignored=")), "{all:?}");
        let how = command(words_of(flags).unwrap(), Path::new("/"), Path::new("a.c")).unwrap();
        assert_eq!(how.preprocessing, Preprocessing::default());
        let how =
            command(words_of("-oa.o --std=c99 -idirafter late").unwrap(), Path::new("/"), Path::new("a.c")).unwrap();
        assert_eq!(how.preprocessing.standard.as_deref(), Some("c99"));
        assert_eq!(how.preprocessing.system_dirs, [PathBuf::from("/late")]);
        for flag in ["-target arm-none-eabi", "--target=aarch64-linux-gnu", "-Xclang -fopenmp", "-imacros m.h"] {
            assert!(command(words_of(flag).unwrap(), Path::new("/"), Path::new("a.c")).is_err(), "{flag}");
        }
    }

    #[test]
    fn a_command_is_understood_from_its_directory() {
        let words = words_of(
            "-Iinc -D 'A=\"x y\"' -UB -include pre.h -std=gnu11 -O2 -Wp,-D_FORTIFY_SOURCE=2 -MF dep.d -o a.o -c a.c",
        )
        .unwrap();
        let command = command(words, Path::new("/p"), Path::new("a.c")).unwrap();
        let how = &command.preprocessing;
        assert_eq!(how.include_dirs, [PathBuf::from("/p/inc")]);
        let defined = |name: &str, value: &str| (name.to_string(), Some(value.to_string()));
        assert_eq!(how.defines, [defined("A", "\"x y\""), defined("__OPTIMIZE__", "1")]);
        assert_eq!(how.undefines, ["B", "__OPTIMIZE_SIZE__", "__NO_INLINE__"]);
        assert_eq!(how.forced_includes, [PathBuf::from("/p/pre.h")]);
        assert_eq!(how.standard.as_deref(), Some("gnu11"));
        assert_eq!(command.ignored, ["-Wp,-D_FORTIFY_SOURCE=2", "-MF", "-c"]);
    }

    #[test]
    fn what_changes_the_types_is_refused() {
        let refused = [
            "-m32",
            "-funsigned-char",
            "-fno-signed-bitfields",
            "-fpack-struct=2",
            "-ftrapv",
            "-Ofast",
            "-fexec-charset=latin1",
            "-Wp,-MD,a.d,-DNDEBUG",
            "-Xpreprocessor -DNDEBUG",
            "-Wl,--wrap=malloc",
        ];
        for line in refused {
            let words = words_of(line).unwrap();
            assert!(command(words, Path::new("/"), Path::new("a.c")).is_err(), "{line}");
        }
        let usual = "-fwrapv -fno-strict-overflow -fno-strict-aliasing -fsigned-char -fsigned-bitfields -Wp,-MD,a.d -fexec-charset=UTF-8";
        assert!(command(words_of(usual).unwrap(), Path::new("/"), Path::new("a.c")).is_ok());
    }
}
