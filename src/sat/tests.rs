//! The carriers against each other: what the literals of the relations say of an assignment is what the relations of the
//! execution are that the assignment describes.

use rustc_hash::FxHashMap;

use crate::diag::Sources;
use crate::exec::bounds::{Bound, Bounds};
use crate::exec::mapping::Mapping;
use crate::exec::replay::replay;
use crate::exec::unfold::{Causes, unfold};
use crate::exec::validate::{ground as executed, validate};
use crate::ids::EventId;
use crate::model::{BASE_RELATIONS, BASE_SETS, Bool, Environment, Marks, Model};
use crate::sat::algebra::Literals;
use crate::sat::backend::{Outcome, Solver};
use crate::sat::candidates::{Candidates, Vocabulary};
use crate::sat::decode::decode;
use crate::sat::encoding::{Consistency, Encoding};
use crate::sat::environment::ground;
use crate::sat::literal::Lit;

/// Executions looked at for each program and model.
const EXECUTIONS: usize = 6;

fn model(name: &str) -> Model {
    Model::find(name, &mut Sources::default()).unwrap_or_else(|errors| panic!("{name}: {errors:#?}"))
}

/// Rows that are related, and when.
type Pairs = Vec<(u32, u32, Lit)>;

/// The relations of the literals, by name, with the sets on the diagonal.
fn named(encoding: &mut Encoding, model: &Model) -> Vec<(String, Pairs)> {
    let mut gates = std::mem::take(&mut encoding.base.gates);
    let mut algebra = Literals::new(&mut encoding.formula, &mut gates);
    let mut rows = ground(&encoding.base, &encoding.skeleton, model, &mut algebra, Marks::Related);
    let mut all = Vec::new();
    for name in sets(model) {
        let set = rows.set(&mut algebra, &name).expect("every set is supplied");
        all.push((name, set.members().iter().map(|(e, lit)| (e.0, e.0, *lit)).collect()));
    }
    for name in relations() {
        let Some(relation) = rows.relation(&mut algebra, name) else { continue };
        all.push((name.to_string(), relation.pairs().map(|(a, b, lit)| (a.0, b.0, lit)).collect()));
    }
    encoding.base.gates = gates;
    all
}

fn sets(model: &Model) -> Vec<String> {
    let own = model.fences().iter().map(|kind| kind.name).chain(model.tags().iter().copied());
    BASE_SETS.iter().map(|(name, _)| (*name).to_string()).chain(own.map(|set| set.to_string())).collect()
}

fn relations() -> impl Iterator<Item = &'static str> {
    BASE_RELATIONS.iter().map(|(name, _)| *name).filter(|name| *name != "id")
}

/// Looks at some executions of a program; returns how many.
fn agree(path: &std::path::Path, model: &Model) -> usize {
    let unit = crate::frontend::read(path, &Default::default()).unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
    let mapping = Mapping::of(model);
    let bounds = Bounds::new(Bound::Rising(3), 3);
    let skeleton = unfold(&unit.program, mapping, &bounds, Causes::under(model)).expect("unfolded");
    let how = (Consistency::default(), Marks::Related);
    let mut encoding = Encoding::with_marks(skeleton, model, &Candidates::default(), Vocabulary::Nothing, how);
    let named = named(&mut encoding, model);
    let mut solver = Solver::default().make();
    let exceeded = encoding.exceeded;
    encoding.formula.require(!exceeded);
    for seen in 0..EXECUTIONS {
        solver.ensure_vars(encoding.formula.variables());
        encoding.formula.drain(&mut |clause| solver.add_clause(clause));
        if solver.solve_with(&[], &mut encoding.orders) != Outcome::Sat {
            return seen;
        }
        let value = |lit: Lit| lit.as_constant().unwrap_or_else(|| solver.value(lit.var()) ^ lit.is_negative());
        let execution = decode(&encoding, model, &[], &value);
        let shown = format!("{} under {}", path.display(), model.name());
        let trace = replay(&unit.program, model, mapping, (&encoding.skeleton).into(), &execution)
            .unwrap_or_else(|mismatch| panic!("{shown}: {mismatch}"));
        validate(model, &trace, &execution).unwrap_or_else(|invalid| panic!("{shown}: {invalid}"));
        let mut other = executed(model, &trace, &execution).unwrap_or_else(|invalid| panic!("{shown}: {invalid}"));
        let ids = ids(&encoding, &value);
        for (name, pairs) in &named {
            let event = |row: u32| ids.get(&row).copied();
            let held = pairs.iter().filter(|(_, _, lit)| value(*lit));
            let mut here: Vec<(EventId, EventId)> = held.filter_map(|(a, b, _)| event(*a).zip(event(*b))).collect();
            here.sort_unstable();
            let there: Vec<(EventId, EventId)> = match other.relation(&mut Bool, name) {
                Some(relation) if relations().any(|relation| relation == name) => {
                    relation.pairs().map(|(a, b, _)| (a, b)).collect()
                }
                _ if relations().any(|relation| relation == name) => {
                    // fr, which the execution leaves to its derivation.
                    let (rf, co) = (other.relation(&mut Bool, "rf"), other.relation(&mut Bool, "co"));
                    let (rf, co) = rf.zip(co).expect("rf and co are supplied");
                    rf.inverse().sequence(&mut Bool, &co).pairs().map(|(a, b, _)| (a, b)).collect()
                }
                _ => {
                    let set = other.set(&mut Bool, name).expect("every set is supplied");
                    set.members().iter().map(|(e, _)| (*e, *e)).collect()
                }
            };
            assert_eq!(here, there, "{shown}: {name}");
        }
        let chosen = encoding.base.rf.iter().chain(&encoding.base.co).map(|(_, _, lit)| *lit);
        let clause: Vec<Lit> = chosen.map(|lit| if value(lit) { !lit } else { lit }).collect();
        encoding.formula.add(&clause);
    }
    EXECUTIONS
}

/// The event of each row that happens, in the order of the execution.
fn ids(encoding: &Encoding, value: &dyn Fn(Lit) -> bool) -> FxHashMap<u32, EventId> {
    let nodes = &encoding.base.nodes;
    let mut rows: Vec<u32> = (0..nodes.len() as u32)
        .filter(|row| {
            let node = &nodes[*row as usize];
            let event = encoding.skeleton.event(node.event);
            (event.is_read() || event.is_write() || node.is_fence()) && value(node.exec)
        })
        .collect();
    rows.sort_by_key(|row| (nodes[*row as usize].thread, nodes[*row as usize].place, *row));
    rows.into_iter().enumerate().map(|(i, row)| (row, EventId::from_index(i))).collect()
}

#[test]
fn literals_and_executions_have_the_same_relations() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<std::path::PathBuf> = Vec::new();
    for folder in ["tests/models/c", "benchmarks/litmus"] {
        let files = std::fs::read_dir(root.join(folder)).expect("the folder can be read");
        paths
            .extend(files.map(|file| file.expect("a file").path()).filter(|p| p.extension().is_some_and(|e| e == "c")));
    }
    paths.sort();
    let mut judged = 0;
    for name in ["sc", "tso", "pso", "rmo", "armv8", "stubborn"] {
        let own = root.join("tests/models").join(format!("{name}.toml"));
        let model = model(if own.exists() { own.to_str().expect("a path in UTF-8") } else { name });
        judged += paths.iter().map(|path| agree(path, &model)).sum::<usize>();
    }
    assert!(judged > 500, "{judged}");
}
