//! What the command line and the configuration file come to, and which of their contradictions are refused.

use std::path::PathBuf;
use std::time::Duration;

use clap::ColorChoice;

use super::args::{Args, Command};
use super::config::Config;
use super::format::Format;
use super::settings::{self, LoopBound, Suggest, Unwind};
use crate::diag::{Diagnostic, Sources};
use crate::drive::destination::Destination;
use crate::drive::outcome::Objective;
use crate::frontend::WeakExchange;
use crate::sat::backend::Solver;
use crate::synth::Algorithm;

fn config(text: &str) -> (Result<Config, Diagnostic>, Sources) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fencesmith.toml");
    std::fs::write(&path, text).unwrap();
    let mut sources = Sources::default();
    (Config::read(&path, &mut sources), sources)
}

/// The settings of `suggest lock.c` with these options and this configuration file.
fn suggest(options: &str, file: &str) -> Result<Suggest, Diagnostic> {
    let words = ["fencesmith", "suggest", "lock.c"].into_iter().chain(options.split_whitespace());
    let args = Args::read(words.map(Into::into)).unwrap_or_else(|error| panic!("{error}"));
    let Command::Suggest(suggest) = &args.command else { panic!("another command") };
    settings::suggest(suggest, &args.show, &config(file).0?, &mut Sources::default())
}

fn refused(options: &str, file: &str) -> String {
    match suggest(options, file) {
        Ok(settings) => panic!("`{options}` is accepted: {settings:?}"),
        Err(error) => error.message,
    }
}

#[test]
fn defaults() {
    let settings = suggest("--model m", "").unwrap();
    assert_eq!(settings.check.unwind, Unwind { fixed: None, limit: 16, loops: vec![] });
    assert_eq!(settings.check.timeout, None);
    assert_eq!(settings.synthesis.algorithm, Algorithm::CoreFirst);
    assert_eq!(settings.objective, Objective::Fences);
    assert!(matches!(settings.writing.destination, Destination::None));
    assert!(!settings.diff);
    assert_eq!(settings.cross_check, Some(Duration::from_secs(3)));
    assert!(!settings.check.read.system_headers && !settings.check.read.fresh_addresses);
    assert_eq!(settings.check.read.weak_exchange, WeakExchange::AsStrong);
}

#[test]
fn everything_can_be_typed() {
    let options = "-m m -I inc -I more -D A -D B=2 -D F(x)=x -U C --system-headers --unwind 3 --unwind-loop a/l.c:7=9 \
                   --fresh-addresses --spurious-failures --solver varisat --timeout 1.5 --algorithm robmc --k1 2 --k2 8 --minimize pairs --diff";
    let settings = suggest(options, "").unwrap();
    let read = &settings.check.read;
    assert_eq!(read.preprocessing.include_dirs, [PathBuf::from("inc"), PathBuf::from("more")]);
    let defines = [("A", None), ("B", Some("2")), ("F(x)", Some("x"))];
    assert_eq!(read.preprocessing.defines, defines.map(|(name, value)| (name.to_string(), value.map(str::to_string))));
    assert_eq!(read.preprocessing.undefines, ["C"]);
    assert!(read.system_headers && read.fresh_addresses && read.weak_exchange == WeakExchange::MayFail);
    let bound = LoopBound { file: "a/l.c".into(), line: 7, bound: 9 };
    assert_eq!(settings.check.unwind, Unwind { fixed: Some(3), limit: 16, loops: vec![bound] });
    assert_eq!(settings.check.timeout, Some(Duration::from_millis(1500)));
    assert_eq!(settings.check.solver.name(), "varisat");
    assert_eq!(settings.synthesis.algorithm, Algorithm::Robmc);
    assert_eq!((settings.synthesis.k1, settings.synthesis.k2), (2, Some(8)));
    assert_eq!(settings.objective, Objective::Pairs);
    assert!(settings.diff);
}

#[test]
fn everything_can_stand_in_the_file() {
    let file = "model = 'mine.toml'\ninclude = ['inc']\ndefine = ['A=1']\nundefine = ['B']\nsystem-headers = true\n\
                unwind-limit = 5\nunwind-loop = ['l.c:1=2']\nsolver = 'varisat'\ntimeout = 2\nalgorithm = 'robmc-et'\n\
                k1 = 3\nk2 = 4\nminimize = 'pairs'\ndiff = true\nformat = 'json'\ncolor = 'never'\n";
    let settings = suggest("", file).unwrap();
    // Paths of the file start where the file stands.
    assert!(settings.check.model.ends_with("/mine.toml"), "{}", settings.check.model);
    assert!(settings.check.read.preprocessing.include_dirs[0].is_absolute());
    assert_eq!(settings.check.read.preprocessing.defines, [("A".to_string(), Some("1".to_string()))]);
    assert_eq!(settings.check.unwind.limit, 5);
    assert_eq!(settings.check.unwind.loops.len(), 1);
    assert_eq!(settings.check.timeout, Some(Duration::from_secs(2)));
    assert_eq!((settings.synthesis.k1, settings.synthesis.k2), (3, Some(4)));
    assert_eq!(settings.objective, Objective::Pairs);
    assert!(settings.diff && settings.check.read.system_headers);
    let args = Args::read(["fencesmith", "models"].map(Into::into)).unwrap();
    let show = settings::show(&args.show, &config(file).0.unwrap()).unwrap();
    assert_eq!((show.format, show.color), (Format::Json, ColorChoice::Never));
}

#[test]
fn the_command_line_overrides_the_file() {
    let settings = suggest("--model typed", "model = 'other'").unwrap();
    assert_eq!(settings.check.model, "typed");
    let settings = suggest("-m m --unwind-limit 4", "unwind = 2").unwrap();
    assert_eq!((settings.check.unwind.fixed, settings.check.unwind.limit), (None, 4));
    let settings = suggest("-m m --unwind 2", "unwind-limit = 9").unwrap();
    assert_eq!((settings.check.unwind.fixed, settings.check.unwind.limit), (Some(2), 16));
    let settings = suggest("-m m --unwind-loop l.c:1=5", "unwind-loop = ['l.c:1=2', 'l.c:2=3']").unwrap();
    let bounds: Vec<_> = settings.check.unwind.loops.iter().map(|l| (l.line, l.bound)).collect();
    assert_eq!(bounds, [(1, 5), (2, 3)]);
    let settings = suggest("-m m -U A -D B=2", "define = ['A', 'B=1', 'C']").unwrap();
    let names: Vec<_> =
        settings.check.read.preprocessing.defines.iter().map(|(n, v)| (n.as_str(), v.as_deref())).collect();
    assert_eq!(names, [("C", None), ("B", Some("2"))]);
    // Bounds of the file wait for an algorithm that has a use for them.
    assert_eq!(suggest("-m m --algorithm fi", "k1 = 3").unwrap().synthesis.algorithm, Algorithm::Fi);
    assert!(!suggest("-m m --system-headers=false --diff=false", "system-headers = true\ndiff = true").unwrap().diff);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let cases = [
        ("", "", "no memory model is given"),
        ("-m m --output a.c --in-place", "", "`--output` and `--in-place` contradict each other"),
        ("-m m --output lock.c", "", "`--output` names the input itself"),
        ("-m m --output -", "", "`--output -`: standard output carries the report"),
        ("-m m --format sarif --diff", "", "`--diff` cannot be combined with `--format sarif`"),
        ("-m m --k1 3", "", "`--k1` has no meaning for the algorithm core-first"),
        ("-m m --algorithm te --k2 3", "", "`--k2` has no meaning for the algorithm te"),
        ("-m m", "algorithm = 'fi'\nk1 = 3", "`--k1` has no meaning for the algorithm fi"),
        ("-m m --algorithm robmc --k1 0", "", "`--k1 0` would reorder nothing"),
        ("-m m --algorithm robmc --k1 4 --k2 3", "", "the last bound `--k2 3` is below the first one, 4"),
        ("-m m --algorithm robmc --k2 0", "", "the last bound `--k2 0` is below the first one, 1"),
        ("-m m --unwind 0", "", "`--unwind 0` would let no loop run"),
        ("-m m --unwind-limit 0", "", "`--unwind-limit 0` would let no loop run"),
        ("-m m --unwind 2 --unwind-limit 3", "", "`--unwind` and `--unwind-limit` contradict each other"),
        ("-m m", "unwind = 2\nunwind-limit = 3", "`--unwind` and `--unwind-limit` contradict each other"),
        ("-m m --unwind-loop 7=2", "", "`7=2` does not give a loop its bound"),
        ("-m m --unwind-loop l.c:7", "", "`l.c:7` does not give a loop its bound"),
        ("-m m --unwind-loop l.c:0=2", "", "`l.c:0=2` does not give a loop its bound"),
        ("-m m --unwind-loop l.c:7=0", "", "`l.c:7=0` does not give a loop its bound"),
        ("-m m --unwind-loop :7=2", "", "`:7=2` does not give a loop its bound"),
        ("-m m --unwind-loop l.c:7=2 --unwind-loop l.c:7=3", "", "the loop at l.c:7 has two bounds, 2 and 3"),
        ("-m m --cross-check-budget 0", "", "0 is no time for a cross-check"),
        ("-m m", "cross-check-budget = -1.0", "-1 is no time for a cross-check"),
        (
            "-m m --cross-check=false --cross-check-budget 3",
            "",
            "`--cross-check-budget` has no meaning without a cross-check",
        ),
        ("-m m --timeout 0", "", "0 is not a time limit"),
        ("-m m --timeout=-1", "", "-1 is not a time limit"),
        ("-m m --timeout nan", "", "NaN is not a time limit"),
        ("-m m -D 1A", "", "`1A` does not define a macro"),
        ("-m m -D =2", "", "`=2` does not define a macro"),
        ("-m m -U A=1", "", "`A=1` is not the name of a macro"),
        ("-m m -D A -U A", "", "the macro `A` is both defined and undefined"),
        ("-m m", "algorithm = 'magic'", "unknown algorithm `magic`"),
        ("-m m", "minimize = 'time'", "unknown objective `time`"),
    ];
    for (options, file, message) in cases {
        assert_eq!(refused(options, file), message, "`{options}` with \"{file}\"");
    }
    let solvers: Vec<_> = Solver::available().iter().map(|solver| solver.name()).collect();
    let message = format!("there is no solver `magic`; available: {}", solvers.join(", "));
    assert_eq!(refused("-m m --solver magic", ""), message);
}

#[test]
fn a_first_bound_above_the_given_last_one_is_no_contradiction() {
    // The default first bound is 5; nobody asked for it.
    let settings = suggest("-m m --algorithm robmc --k2 2", "").unwrap();
    assert_eq!((settings.synthesis.k1, settings.synthesis.k2), (2, Some(2)));
}

#[test]
fn the_cross_check_can_be_left_out_and_given_time() {
    let budget = |options: &str, file: &str| suggest(options, file).unwrap().cross_check;
    assert_eq!(budget("-m m --cross-check=false", "cross-check-budget = 5.0"), None);
    assert_eq!(budget("-m m --cross-check", "cross-check = false"), Some(Duration::from_secs(3)));
    assert_eq!(budget("-m m", "cross-check = false"), None);
    assert_eq!(budget("-m m --cross-check-budget 0.5", ""), Some(Duration::from_millis(500)));
}

#[test]
fn mistakes_in_the_file_have_their_place() {
    let cases = [
        ("model = 'm'\nmodell = 'n'", "2:1", "unknown field `modell`"),
        ("unwind = 'many'", "1:10", "invalid type"),
        ("model = ", "1:9", "expected"),
        ("timeout = 1\n\n timeout = 2", "3:2", "duplicate key"),
    ];
    for (text, place, message) in cases {
        let (result, sources) = config(text);
        let error = result.unwrap_err();
        assert!(error.message.contains(message), "{text}: {}", error.message);
        let found = sources.describe(error.span.expect("a place"));
        assert!(found.ends_with(&format!("fencesmith.toml:{place}")), "{text}: {found}");
    }
    // A value that TOML accepts and the program does not.
    let cases = [
        ("model = 'm'\nunwind = 0", "2:10"),
        ("model = 'm'\nunwind-loop = ['l.c:1=1', 'x']", "2:27"),
        ("model = 'm'\nsolver = 'magic'", "2:10"),
        ("model = 'm'\nalgorithm = 'robmc'\nk2 = 7\nk1 = 8", "3:6"),
    ];
    for (text, place) in cases {
        let (config, sources) = config(text);
        let args = Args::read(["fencesmith", "suggest", "lock.c"].map(Into::into)).unwrap();
        let Command::Suggest(wanted) = &args.command else { panic!("another command") };
        let error = settings::suggest(wanted, &args.show, &config.unwrap(), &mut Sources::default()).unwrap_err();
        let found = sources.describe(error.span.expect("a place"));
        assert!(found.ends_with(&format!("fencesmith.toml:{place}")), "{text}: {found}");
    }
}

#[test]
fn the_help_can_be_built() {
    super::args::definition().debug_assert();
}
