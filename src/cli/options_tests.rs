//! One table of options: the definition of the command line, the keys and defaults of the configuration file, the settings
//! and the tables of the README say the same.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use clap::{Arg, Command as Definition, ValueEnum};
use clap_complete::Shell;
use expect_test::expect;

use super::args::{Args, Command, definition};
use super::config::{Config, FILE_NAME};
use super::defaults::{self, Fallback};
use super::{effective, manual, settings};
use crate::diag::Sources;
use crate::drive::outcome::Objective;

/// Options of one run or of one program that no file can set.
const OF_ONE_RUN: &[&str] = &[
    "accept-bound",
    "all",
    "arg",
    "build",
    "config",
    "dot",
    "entry",
    "equivalence",
    "finally",
    "force",
    "full",
    "help",
    "in-place",
    "max",
    "max-executions",
    "merge",
    "no-bam",
    "no-config",
    "no-dependencies",
    "no-lock-reduction",
    "no-reduction",
    "no-spin-reduction",
    "no-symmetry",
    "output",
    "output-dir",
    "piece",
    "proof",
    "property-file",
    "quiet",
    "resume",
    "root",
    "save",
    "setup",
    "split",
    "states",
    "svg",
    "threads",
    "verbose",
    "version",
];

/// The commands that look at one program; `config` has the options of two of them.
const ABOUT_PROGRAMS: &[&str] = &["check", "suggest", "optimize", "explore", "cross-check", "harness", "ir", "config"];

/// The commands with tables of their own in the README.
const OF_OTHERS: [&str; 3] = ["compare", "litmus", "plot"];

fn readme() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("there is a README")
}

fn built() -> Definition {
    let mut definition = definition();
    definition.build();
    definition
}

fn commands(definition: &Definition) -> impl Iterator<Item = &Definition> {
    definition.get_subcommands().filter(|command| !command.is_hide_set())
}

fn long_options(command: &Definition) -> BTreeMap<String, &Arg> {
    let shown = command.get_arguments().filter(|option| !option.is_hide_set());
    shown.filter_map(|option| Some((option.get_long()?.to_string(), option))).collect()
}

/// The keys that the reader of the file accepts, as its own complaint lists them.
fn keys_of_the_file() -> BTreeSet<String> {
    let error = toml::from_str::<super::config::Values>("no-such-key = 1").expect_err("the key is unknown");
    let message = error.message().to_string();
    let (_, list) = message.split_once("expected one of ").expect("the keys are listed");
    list.split('`').skip(1).step_by(2).map(str::to_string).collect()
}

/// The rows of the README's table of options, as cells.
fn table(heading: &str) -> Vec<Vec<String>> {
    let readme = readme();
    let (_, table) = readme.split_once(heading).unwrap_or_else(|| panic!("the README has no \"{heading}\""));
    let rows = table.lines().skip(1).take_while(|line| line.starts_with('|'));
    let cells = |row: &str| row.replace("\\|", "\u{1}").split('|').map(|cell| cell.replace('\u{1}', "|")).collect();
    rows.map(cells).collect()
}

/// The words in backquotes of a cell: `--unwind N`, `-p`.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_string).collect()
}

#[test]
fn every_key_is_an_option_with_a_fallback() {
    let keys = keys_of_the_file();
    let named: BTreeSet<String> = defaults::all().into_iter().map(|(key, _)| key.to_string()).collect();
    assert_eq!(keys, named, "the keys of the file and the list of defaults");
    let definition = built();
    let config = definition.find_subcommand("config").expect("there is `config`");
    let options = long_options(config);
    for key in &keys {
        assert!(options.contains_key(key), "`{key}` is no option of `config`");
    }
}

#[test]
fn every_option_is_a_key_or_of_one_run() {
    let keys = keys_of_the_file();
    let definition = built();
    let mut seen = BTreeSet::new();
    for command in commands(&definition).filter(|command| ABOUT_PROGRAMS.contains(&command.get_name())) {
        for (option, _) in long_options(command) {
            let is_key = keys.contains(&option);
            let is_of_one_run = OF_ONE_RUN.contains(&option.as_str());
            assert!(is_key != is_of_one_run, "`--{option}` of `{}`: a key {is_key}", command.get_name());
            seen.insert(option);
        }
    }
    for option in OF_ONE_RUN.iter().filter(|option| **option != "version") {
        assert!(seen.contains(*option), "there is no `--{option}`");
    }
}

#[test]
fn the_help_tells_what_optimize_minimises() {
    let definition = built();
    for (command, told) in [("suggest", Objective::default()), ("optimize", defaults::OPTIMIZED)] {
        let options = long_options(definition.find_subcommand(command).expect("the command is there"));
        let help = options["minimize"].get_help().map(ToString::to_string).unwrap_or_default();
        assert!(help.contains(&format!("[default: {}]", told.name())), "{command}: {help}");
    }
}

#[test]
fn the_help_tells_every_fallback() {
    let definition = built();
    let options = long_options(definition.find_subcommand("config").expect("there is `config`"));
    for (key, _) in defaults::all() {
        let help = options[key].get_help().map(ToString::to_string).unwrap_or_default();
        match defaults::told().remove(key) {
            Some(told) => assert!(help.contains(&format!("[default: {told}]")), "--{key}: {help}"),
            None => assert!(!help.contains("[default:"), "--{key}: {help}"),
        }
    }
}

#[test]
fn the_fallbacks_are_what_the_settings_do() {
    let suggest = |file: &str| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        fs::write(&path, file).unwrap();
        let mut sources = Sources::default();
        let config = Config::read(&path, &mut sources).unwrap();
        let args = Args::read(["fencesmith", "suggest", "lock.c", "--model", "m", "--memory", "1"].map(Into::into));
        let args = args.unwrap();
        let Command::Suggest(wanted) = &args.command else { panic!("another command") };
        let show = settings::show(&args.show, &config).unwrap();
        format!("{show:?} {:?}", settings::suggest(wanted, &args.show, &config, &mut sources).unwrap())
    };
    let without = suggest("");
    for (key, fallback) in defaults::all() {
        let Fallback::Value(value) = fallback else { continue };
        // The dialect is given to the reader only where it is not the usual one; and K1 needs an algorithm that has it.
        let file = match key {
            "std" => continue,
            "k1" => format!("algorithm = 'robmc'\nk1 = {value}"),
            _ => format!("{key} = {value}"),
        };
        let expected = if key == "k1" { suggest("algorithm = 'robmc'") } else { without.clone() };
        assert_eq!(suggest(&file), expected, "{file}");
    }
}

#[test]
fn the_readme_has_every_command_and_option() {
    let definition = built();
    let told: Vec<String> = table("| Command | What it does |\n").iter().flat_map(|row| quoted(&row[1])).collect();
    let rows = table("| Option | Meaning | Default |\n");
    for command in commands(&definition) {
        let name = format!("fencesmith {}", command.get_name());
        let is_told = told.iter().any(|told| told == &name || told.starts_with(&format!("{name} ")));
        assert!(is_told, "`{name}` is not in the README's table of commands");
        for (option, _) in long_options(command).into_iter().filter(|(option, _)| option != "help") {
            if !ABOUT_PROGRAMS.contains(&command.get_name()) {
                continue;
            }
            let forms = [format!("--{option}"), format!("-{option}"), option.clone()];
            let tells = |told: &String| {
                let first = told.split(['=', ' ', '[']).next().unwrap_or(told);
                forms.iter().any(|form| form == first)
            };
            let is_told = rows.iter().any(|row| quoted(&row[1]).iter().chain(&quoted(&row[2])).any(tells));
            // The long forms of the compiler's own flags.
            let is_flag = ["include", "define", "undefine"].contains(&option.as_str());
            assert!(is_told || is_flag, "`--{option}` is not in the README's table of options");
        }
    }
}

/// The words of a text that matter.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || "-_'".contains(c)));
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Whether all words of a default stand in a cell in their order; the README may say more.
fn tells(cell: &str, default: &str) -> bool {
    let shown = words(cell);
    let mut rest = shown.iter();
    words(default).iter().all(|word| rest.any(|shown| shown == word))
}

#[test]
fn the_other_commands_have_tables_of_their_own() {
    let definition = built();
    for name in OF_OTHERS {
        let command = definition.find_subcommand(name).expect("the command is there");
        let mut options = long_options(command);
        options.retain(|option, arg| !arg.is_global_set() && option != "help");
        for row in table(&format!("| Option of `{name}` | Meaning | Default |\n")) {
            let long = quoted(&row[1]).iter().find_map(|told| Some(told.strip_prefix("--")?.to_string()));
            let Some(long) = long else { continue };
            let told = long.split(' ').next().unwrap_or_default();
            let option =
                options.remove(told).unwrap_or_else(|| panic!("`{name}` has no `--{told}`, or it is told twice"));
            let short = option.get_short().map(|short| format!("-{short}"));
            assert!(
                short.is_none_or(|short| quoted(&row[1]).contains(&short)),
                "`--{told}` of `{name}` has a short form"
            );
            let help = option.get_help().map(ToString::to_string).unwrap_or_default();
            let default = help.split_once("[default: ").and_then(|(_, rest)| rest.split(']').next());
            assert!(
                default.is_none_or(|default| tells(&row[3], default)),
                "the README says \"{}\": {help}",
                row[3].trim()
            );
        }
        assert!(options.is_empty(), "{:?} of `{name}` are not in its table", options.keys());
    }
}

#[test]
fn the_readme_has_no_other_options() {
    let definition = built();
    let all: BTreeSet<String> = commands(&definition)
        .flat_map(Definition::get_arguments)
        .flat_map(|option| {
            let short = option.get_short().map(|short| format!("-{short}"));
            short.into_iter().chain(option.get_long().map(|long| format!("--{long}")))
        })
        .collect();
    let of_the_compiler = ["-include", "-isystem", "-iquote", "-std", "-x"];
    for row in table("| Option | Meaning | Default |\n") {
        for option in quoted(&row[1]) {
            let name = option.split(['=', ' ', '[']).next().unwrap_or_default();
            let is_known = all.contains(name) || of_the_compiler.contains(&name) || name == "@FILE";
            assert!(is_known, "`{name}` of the README's table is no option");
        }
    }
}

#[test]
fn the_readme_has_the_defaults() {
    let mut seen = 0;
    for row in table("| Option | Meaning | Default |\n") {
        for option in quoted(&row[1]) {
            let name = option.split(['=', ' ', '[']).next().unwrap_or_default().trim_start_matches('-').to_string();
            // Which solvers there are depends on how the program is built.
            let Some(told) = defaults::told().remove(name.as_str()).filter(|_| name != "solver") else { continue };
            let told = if told == "false" { "off".to_string() } else { told };
            assert!(
                tells(&row[3], &told),
                "the README says \"{}\" of `--{name}`, and the help \"{told}\"",
                row[3].trim()
            );
            seen += 1;
        }
    }
    assert!(seen > 15, "only {seen} defaults were found in the README");
}

/// What `config` prints, with these files below a folder, for a file that need not be there.
fn shown(files: &[(&str, &str)], typed: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let root = folder.path().canonicalize().unwrap();
    let words = ["fencesmith".to_string(), "config".into(), root.join("src/lock.c").display().to_string()];
    let words = words.into_iter().chain(typed.split_whitespace().map(str::to_string));
    let args = Args::read(words.map(Into::into)).unwrap_or_else(|error| panic!("{error}"));
    let Command::Config(wanted) = &args.command else { panic!("another command") };
    let mut sources = Sources::default();
    let config = Config::near(&wanted.files[0], &mut sources).unwrap();
    let document = effective::document(wanted, &args.show, &config, &sources).unwrap();
    assert_eq!(document.parse::<toml::Table>().map(|_| ()).map_err(|error| error.to_string()), Ok(()), "{document}");
    // The folder's name is of any length, and so is the space behind it.
    let lines = document.lines().map(|line| match line.split_once(" # ") {
        Some((value, origin)) => format!("{} # {origin}\n", value.trim_end()),
        None => format!("{line}\n"),
    });
    lines.collect::<String>().replace(&root.display().to_string(), "ROOT")
}

#[test]
fn the_file_is_searched_upward_and_every_value_has_its_origin() {
    let file = "model = 'tso'\ninclude = ['inc']\ndefine = ['A=1', 'B']\ntimeout = 60\nunwind = 2\nunwind-loop = ['l.c:3=4']\n";
    let files = [("fencesmith.toml", file), (".git/HEAD", ""), ("src/lock.c", "")];
    let typed = "-D B=2 -I more --unwind-limit 9 --algorithm robmc --unwind-loop q.c:1=2";
    let document = shown(&files, typed);
    expect![[r##"
        # ROOT/fencesmith.toml

        model = "tso" # ROOT/fencesmith.toml:1
        include = [
          "more", # command line
          "ROOT/inc", # ROOT/fencesmith.toml:2
        ]
        # iquote # default: none
        # isystem # default: none
        # force-include # default: none
        define = [
          "A=1", # ROOT/fencesmith.toml:3
          "B=2", # command line
        ]
        # undefine # default: none
        std = "gnu11" # default
        system-headers = false # default
        fresh-addresses = false # default
        spurious-failures = false # default
        property = ["assertions", "memory", "arithmetic", "mutex-misuse"] # default
        engine = "auto" # default
        # unwind # default: the bound rises by itself
        unwind-loop = [
          "q.c:1=2", # command line
          "l.c:3=4", # ROOT/fencesmith.toml:6
        ]
        unwind-limit = 9 # command line
        solver = "batsat" # default
        timeout = 60.0 # ROOT/fencesmith.toml:4
        # memory # default: three quarters of what is free
        algorithm = "robmc" # command line
        k1 = 5 # default
        # k2 # default: no bound
        minimize = "fences" # default
        # cost # default: the model's
        # weight # default: 1
        # fences-in # default: anywhere
        # no-fences-in # default: none
        # fence-text # default: as the file does, or else as the model says
        no-comments = false # default
        diff = false # default
        cross-check = true # default
        cross-check-budget = 3.0 # default
        format = "text" # default
        color = "auto" # default
    "##]]
    .assert_eq(&document);
}

#[test]
fn the_nearest_file_counts_and_a_repository_is_a_border() {
    let near = [("fencesmith.toml", "timeout = 1"), ("src/fencesmith.toml", "timeout = 2")];
    assert!(shown(&near, "").contains("\ntimeout = 2.0 "), "{}", shown(&near, ""));
    let border = [("fencesmith.toml", "timeout = 1"), ("src/.git/HEAD", ""), ("src/lock.c", "")];
    assert!(!shown(&border, "").contains("\ntimeout = "), "{}", shown(&border, ""));
}

#[test]
fn the_manual_and_the_completions_name_everything() {
    let definition = built();
    let main = manual::page(None).unwrap();
    for command in commands(&definition) {
        let name = command.get_name();
        assert!(main.contains(&name.replace('-', "\\-")), "`{name}` is not in the manual page");
        let page = manual::page(Some(name)).unwrap();
        for (option, _) in long_options(command) {
            assert!(
                page.contains(&format!("\\-\\-{}", option.replace('-', "\\-"))),
                "`--{option}` of `{name}`: {page}"
            );
        }
    }
    assert!(manual::page(Some("worker")).is_err() && manual::page(Some("magic")).is_err());
    for shell in Shell::value_variants() {
        let text = manual::completions(*shell);
        for name in commands(&definition).map(Definition::get_name) {
            assert!(text.contains(name), "`{name}` is not in the completions of {shell}");
        }
        assert!(text.contains("cross-check-budget"), "{shell}");
    }
    let folder = tempfile::tempdir().unwrap();
    let told = manual::pages(folder.path()).unwrap();
    assert_eq!(told.lines().count(), commands(&definition).count() + 1);
    assert!(folder.path().join("fencesmith-cross-check.1").is_file(), "{told}");
}
