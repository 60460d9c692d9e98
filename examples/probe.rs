use fencesmith::{diag::*, drive::*, model::Model};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let mut src = Sources::default();
    let model = Model::find(&a[2], &mut src).unwrap_or_else(|e| panic!("{e:?}"));
    let mut r = Request::new(&a[3], model);
    let text = std::fs::read_to_string(&a[3]).unwrap_or_default();
    let opts = text.lines().find_map(|l| l.strip_prefix("// options:")).unwrap_or("").to_string();
    for o in opts.split_whitespace().map(str::to_string).chain(a[4..].iter().cloned()) {
        if let Some(d) = o.strip_prefix("-D") {
            let (n, v) = d.split_once('=').map_or((d, None), |(n, v)| (n, Some(v.to_string())));
            r.read.defines.push((n.to_string(), v));
        } else if let Some(d) = o.strip_prefix("-I") { r.read.include_dirs.push(d.into()); }
    }
    fn show(f: Failure) -> ! { for d in &f.diagnostics { println!("{}: {} {:?}", d.span.map_or("-".into(), |s| f.sources.describe(s)), d.message, d.help); } std::process::exit(2) }
    if a[1] == "check" {
        let (rep, s) = check(&r, &mut fencesmith::progress::Silent).unwrap_or_else(|f| -> _ { show(f) });
        match &rep.verdict {
            outcome::Verdict::Safe { bound } => println!("safe (bound {bound})"),
            outcome::Verdict::Violation(e) => { println!("violation {:?}", e.violated.as_ref().map(|v| (v.property, v.message.clone())));
              if a.iter().any(|x| x == "-v") { for id in &e.order { let ev = e.event(*id); println!("  {:?} {:?} {} {}", ev.thread, ev.kind, ev.place, ev.span.map_or("-".into(), |x| s.describe(x))); } } }
            outcome::Verdict::Unknown(w) => println!("unknown {w:?}"),
        }
        println!("{:?}", rep.statistics);
    } else {
        let mut set = SuggestSettings::default();
        for x in &a { if let Some(n) = x.strip_prefix("--alg=") { set.synthesis.algorithm = fencesmith::synth::Algorithm::from_name(n).unwrap(); }
          if x == "--pairs" { set.objective = outcome::Objective::Pairs; } }
        let (rep, s) = suggest(&r, &set, &mut fencesmith::progress::Silent).unwrap_or_else(|f| -> _ { show(f) });
        match &rep.suggestion {
            outcome::Suggestion::Safe { .. } => println!("safe"),
            outcome::Suggestion::Repaired { fences, pairs, patch, .. } => { println!("repaired {} fences {} pairs", fences.len(), pairs.len());
              for p in pairs { println!("  pair {} {} -> {} {}", p.first.text, p.first.span.map_or("-".into(), |x| s.describe(x)), p.second.text, p.second.span.map_or("-".into(), |x| s.describe(x))); }
              if a.iter().any(|x| x == "-v") { println!("{}", patch.diff()); } }
            outcome::Suggestion::Unrepairable { reason, .. } => println!("unrepairable {reason}"),
            outcome::Suggestion::Unknown(w) => println!("unknown {w:?}"),
        }
        println!("{:?}", rep.statistics);
    }
}
