use std::path::{Path,PathBuf};
use fencesmith::frontend::{ReadOptions, read};
fn main() {
    let mut o = ReadOptions::default();
    let mut files = vec![]; let mut verbose=false;
    let mut args = std::env::args().skip(1);
    while let Some(a) = args.next() {
        if a == "-v" { verbose = true } else if let Some(d) = a.strip_prefix("-I") { o.include_dirs.push(PathBuf::from(d)) }
        else if a == "--system-headers" { o.system_headers = true }
        else if let Some(d) = a.strip_prefix("-D") { match d.split_once('=') { Some((n,v)) => o.defines.push((n.into(), Some(v.into()))), None => o.defines.push((d.into(), None)) } }
        else { files.push(a) }
    }
    for path in files {
        match read(Path::new(&path), &o) {
            Ok(unit) => {
                if verbose {
                    for f in &unit.program.functions {
                        println!("fn {} {:?} -> {:?}", f.name, f.params, f.result);
                        for (i, instr) in f.code.iter().enumerate() {
                            let at = instr.span.map(|s| unit.sources.describe(s)).unwrap_or_default();
                            println!("  {i:3} {:?}   // {at}", instr.op);
                        }
                    }
                    for (i, s) in unit.program.sites.iter().enumerate() {
                        println!("site {i} {:?} {:?} {}", s.kind, s.text, s.span.map(|s| format!("{} `{}`", unit.sources.describe(s), unit.sources.text(s))).unwrap_or_default());
                    }
                    for (i, p) in unit.program.points.iter().enumerate() {
                        use fencesmith::ir::Placement::*;
                        match &p.placement {
                            Statement { at } => { let t = &unit.sources.file(at.file).text[at.start as usize..]; println!("point {i} stmt {} | {}", unit.sources.describe(*at), t.lines().next().unwrap_or("")) }
                            Braced { body } => println!("point {i} braced {} `{}`", unit.sources.describe(*body), unit.sources.text(*body)),
                            Comma { expression } => println!("point {i} comma {} `{}`", unit.sources.describe(*expression), unit.sources.text(*expression)),
                            None => println!("point {i} none"),
                        }
                    }
                }
                match fencesmith::ir::verify(&unit.program) {
                    Ok(()) => println!("ok {path}: {} fns {} sites {} points {} loops", unit.program.functions.len(), unit.program.sites.len(), unit.program.points.len(), unit.program.loops.len()),
                    Err(flaws) => { println!("FLAWED {path}"); for f in flaws.iter().take(5) { println!("   {f:?}"); } }
                }
            }
            Err(f) => { println!("FAILED {path}"); for d in &f.diagnostics {
                println!("   {}: {} {:?} {:?}", d.span.map(|s| f.sources.describe(s)).unwrap_or_default(), d.message, d.help, d.notes);
            } }
        }
    }
}
