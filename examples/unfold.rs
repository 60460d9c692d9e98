use fencesmith::{diag::*, drive::*, exec::{mapping::Mapping, unfold::*, skeleton::*}, model::Model};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let mut src = Sources::default();
    let model = Model::find(&a[1], &mut src).unwrap();
    let mut r = Request::new(&a[2], model);
    let text = std::fs::read_to_string(&a[2]).unwrap_or_default();
    let opts = text.lines().find_map(|l| l.strip_prefix("// options:")).unwrap_or("").to_string();
    for o in opts.split_whitespace() { if let Some(d) = o.strip_prefix("-D") { let (n, v) = d.split_once('=').map_or((d, None), |(n, v)| (n, Some(v.to_string()))); r.read.defines.push((n.to_string(), v)); } }
    let u = fencesmith::frontend::read(&r.path, &r.read).unwrap();
    if a.get(3).is_some_and(|x| x == "ir") { println!("{}", fencesmith::ir::text::print(&u.program)); return; }
    for b in 1..=3u32 {
        let s = unfold(&u.program, &Mapping::of(&r.model), &Bounds { default: b, loops: Default::default(), recursion: 8 }, true).unwrap();
        println!("bound {b}: events {} terms {} violations {}", s.events.len(), s.terms.len(), s.violations.len());
        for e in &s.exceeded { if let Bounded::Loop(l) = e.what { println!("  exceeded {} guard conj {}", u.program.loops[l.index()].span.map_or("-".into(), |x| u.sources.describe(x)), s.terms.conjuncts(e.condition).len()); } }
        if a.get(3).is_some_and(|x| x == "events") { for e in &s.events { println!("   {:?} {:?} {:?} g={:?} {}", e.thread, e.action, e.target.as_ref().map(|t| t.cells.iter().map(|c| s.objects.describe(*c)).collect::<Vec<_>>()), s.terms.conjuncts(e.guard), e.span.map_or("-".into(), |x| u.sources.describe(x))); } break; }
    }
}
