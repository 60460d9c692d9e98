//! The evaluator against a naive one, on random expressions over random frames.
//!
//! The algebra under test has truth tables of six variables as elements, so that one evaluation stands for 64
//! executions; each of them must agree with the textbook definitions on dense Boolean matrices.

use proptest::prelude::*;

use super::*;
use crate::diag::Sources;
use crate::model::algebra::Bool;
use crate::model::bounds::{Chance, Chances};
use crate::model::environment::Frame;
use crate::model::resolve::Declared;
use crate::model::term::{Sort, Terms};
use crate::model::wanted::{Cycles, Wanted};
use crate::model::{BASE_RELATIONS, BASE_SETS, parser, resolve};

const EVENTS: usize = 4;

/// The truth tables of six variables.
#[derive(Default)]
struct Tables;

impl Algebra for Tables {
    type Elem = u64;

    fn zero(&self) -> u64 {
        0
    }

    fn one(&self) -> u64 {
        u64::MAX
    }

    fn and(&mut self, a: u64, b: u64) -> u64 {
        a & b
    }

    fn or(&mut self, items: &[u64]) -> u64 {
        assert!(items.len() >= 2 && !items.contains(&0) && !items.contains(&u64::MAX), "constants are folded before");
        items.iter().fold(0, |a, b| a | b)
    }

    fn not(&mut self, a: u64) -> u64 {
        !a
    }
}

/// A relation or, on the diagonal, a set of one execution.
type Matrix = [[bool; EVENTS]; EVENTS];

/// The tables of a frame, a set on the diagonal.
type Entries = [[u64; EVENTS]; EVENTS];

#[derive(Clone, Debug)]
enum Form {
    Set(&'static str),
    Relation(&'static str),
    Zero,
    Binary(&'static str, Box<Form>, Box<Form>),
    Postfix(&'static str, Box<Form>),
    Complement(Box<Form>),
    /// `[S]`: nothing to do where a set is a diagonal.
    Identity(Box<Form>),
    Fencerel(Box<Form>),
    Domain(Box<Form>),
    Range(Box<Form>),
}

impl Form {
    fn text(&self) -> String {
        match self {
            Form::Set(name) | Form::Relation(name) => (*name).to_string(),
            Form::Zero => "0".to_string(),
            Form::Binary(operator, a, b) => format!("({} {operator} {})", a.text(), b.text()),
            // The parentheses keep a closure from being read as a product with what follows it.
            Form::Postfix(operator, a) => format!("({}{operator})", a.text()),
            Form::Complement(a) => format!("(~{})", a.text()),
            Form::Identity(a) => format!("[{}]", a.text()),
            Form::Fencerel(a) => format!("fencerel({})", a.text()),
            Form::Domain(a) => format!("domain({})", a.text()),
            Form::Range(a) => format!("range({})", a.text()),
        }
    }

    fn is_set(&self) -> bool {
        match self {
            Form::Set(_) | Form::Domain(_) | Form::Range(_) => true,
            Form::Binary(operator, a, _) => *operator != "*" && a.is_set(),
            Form::Complement(a) => a.is_set(),
            _ => false,
        }
    }

    fn naive(&self, base: &dyn Fn(&str) -> Matrix) -> Matrix {
        let id = matrix(|a, b| a == b);
        match self {
            Form::Set("_") | Form::Relation("id") => id,
            Form::Set("M") => {
                let (reads, writes) = (base("R"), base("W"));
                matrix(|a, b| reads[a][b] || writes[a][b])
            }
            Form::Relation("fr") => sequence(&transpose(&base("rf")), &base("co")),
            Form::Relation("ext") => {
                let int = base("int");
                matrix(|a, b| !int[a][b])
            }
            Form::Set(name) | Form::Relation(name) => base(name),
            Form::Zero => matrix(|_, _| false),
            Form::Identity(a) => a.naive(base),
            Form::Complement(form) => {
                let a = form.naive(base);
                matrix(|i, j| !a[i][j] && (i == j || !form.is_set()))
            }
            Form::Binary(operator, a, b) => {
                let (a, b) = (a.naive(base), b.naive(base));
                match *operator {
                    "|" => matrix(|i, j| a[i][j] || b[i][j]),
                    "&" => matrix(|i, j| a[i][j] && b[i][j]),
                    "\\" => matrix(|i, j| a[i][j] && !b[i][j]),
                    "*" => matrix(|i, j| a[i][i] && b[j][j]),
                    ";" => sequence(&a, &b),
                    other => panic!("no operator {other}"),
                }
            }
            Form::Postfix(operator, a) => {
                let a = a.naive(base);
                match *operator {
                    "^-1" => transpose(&a),
                    "+" => closure(&a),
                    "*" => {
                        let plus = closure(&a);
                        matrix(|i, j| i == j || plus[i][j])
                    }
                    "?" => matrix(|i, j| i == j || a[i][j]),
                    other => panic!("no operator {other}"),
                }
            }
            Form::Fencerel(a) => {
                let po = base("po");
                sequence(&sequence(&po, &a.naive(base)), &po)
            }
            Form::Domain(a) => {
                let a = a.naive(base);
                matrix(|i, j| i == j && a[i].contains(&true))
            }
            Form::Range(a) => {
                let a = transpose(&a.naive(base));
                matrix(|i, j| i == j && a[i].contains(&true))
            }
        }
    }
}

fn matrix(holds: impl Fn(usize, usize) -> bool) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| holds(i, j)))
}

fn transpose(a: &Matrix) -> Matrix {
    matrix(|i, j| a[j][i])
}

fn sequence(a: &Matrix, b: &Matrix) -> Matrix {
    matrix(|i, j| (0..EVENTS).any(|k| a[i][k] && b[k][j]))
}

/// Warshall's closure.
fn closure(a: &Matrix) -> Matrix {
    let mut plus = *a;
    for k in 0..EVENTS {
        plus = matrix(|i, j| plus[i][j] || plus[i][k] && plus[k][j]);
    }
    plus
}

const SUPPLIED_SETS: [&str; 5] = ["R", "W", "F", "IW", "RMW"];
const SUPPLIED_RELATIONS: [&str; 7] = ["po", "rf", "co", "loc", "int", "rmw", "kept"];

fn set(depth: u32) -> BoxedStrategy<Form> {
    let leaf = prop::sample::select(&["_", "R", "W", "F", "M", "IW", "RMW"][..]).prop_map(Form::Set);
    if depth == 0 {
        return leaf.boxed();
    }
    let binary = (prop::sample::select(&["|", "&", "\\"][..]), set(depth - 1), set(depth - 1))
        .prop_map(|(operator, a, b)| Form::Binary(operator, Box::new(a), Box::new(b)));
    prop_oneof![
        3 => leaf,
        2 => binary,
        1 => set(depth - 1).prop_map(|a| Form::Complement(Box::new(a))),
        1 => relation(depth - 1).prop_map(|a| Form::Domain(Box::new(a))),
        1 => relation(depth - 1).prop_map(|a| Form::Range(Box::new(a))),
    ]
    .boxed()
}

fn relation(depth: u32) -> BoxedStrategy<Form> {
    let names = ["po", "rf", "co", "loc", "int", "rmw", "kept", "fr", "ext", "id"];
    let leaf = prop::sample::select(names.to_vec()).prop_map(Form::Relation);
    if depth == 0 {
        return leaf.boxed();
    }
    let below = || relation(depth - 1);
    let binary = (prop::sample::select(&["|", "&", "\\", ";"][..]), below(), below())
        .prop_map(|(operator, a, b)| Form::Binary(operator, Box::new(a), Box::new(b)));
    let postfix = (prop::sample::select(&["^-1", "+", "*", "?"][..]), below())
        .prop_map(|(operator, a)| Form::Postfix(operator, Box::new(a)));
    let product = (set(depth - 1), set(depth - 1)).prop_map(|(a, b)| Form::Binary("*", Box::new(a), Box::new(b)));
    prop_oneof![
        2 => leaf,
        6 => binary,
        2 => postfix,
        2 => product,
        2 => set(depth - 1).prop_map(|a| Form::Identity(Box::new(a))),
        1 => below().prop_map(|a| Form::Complement(Box::new(a))),
        1 => set(depth - 1).prop_map(|a| Form::Fencerel(Box::new(a))),
        1 => Just(Form::Zero),
    ]
    .boxed()
}

/// The conditions of one base set or relation: mostly constant, as in an encoding.
fn entries() -> impl Strategy<Value = Entries> {
    let entry = prop_oneof![6 => Just(0), 2 => Just(u64::MAX), 3 => any::<u64>()];
    prop::array::uniform4(prop::array::uniform4(entry))
}

fn model(text: &str) -> Model {
    let mut sources = Sources::default();
    let file = sources.add("test.cat", text);
    let tree = parser::parse(file, text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let resolved = resolve::resolve(&tree.statements, &sources, Declared::default())
        .unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    Model {
        name: String::new(),
        description: String::new(),
        citation: String::new(),
        relaxed: Vec::new(),
        fences: Vec::new(),
        only_read: Vec::new(),
        raises: Vec::new(),
        silent_updates: Vec::new(),
        silent_restores: false,
        silent_rewrites: false,
        undefined_races: false,
        failed_updates: crate::model::FailedUpdates::Update,
        choices: crate::model::Choices::Branch,
        mapping: Vec::new(),
        tags: Vec::new(),
        sets: Vec::new(),
        axioms_text: text.to_string(),
        axioms: resolved.axioms,
        terms: resolved.terms,
        facts: Default::default(),
    }
}

fn frame(tables: &[Entries]) -> Frame<u64> {
    let mut frame = Frame::new(EVENTS);
    let algebra = &mut Tables;
    let id = EventId::from_index;
    for (name, table) in SUPPLIED_SETS.iter().zip(tables) {
        let members = (0..EVENTS).map(|i| (id(i), table[i][i]));
        frame.sets.insert((*name).to_string(), Set::from_members(algebra, members));
    }
    for (name, table) in SUPPLIED_RELATIONS.iter().zip(&tables[SUPPLIED_SETS.len()..]) {
        let pairs = (0..EVENTS).flat_map(|i| (0..EVENTS).map(move |j| (id(i), id(j), table[i][j])));
        frame.relations.insert((*name).to_string(), Relation::from_pairs(algebra, EVENTS, pairs));
    }
    frame
}

/// The base sets and relations of one of the 64 executions.
fn execution(tables: &[Entries], bit: u32, name: &str) -> Matrix {
    let set = SUPPLIED_SETS.iter().position(|set| *set == name);
    let relation = SUPPLIED_RELATIONS.iter().position(|relation| *relation == name);
    let table = match (set, relation) {
        (Some(at), _) => tables[at],
        (None, Some(at)) => tables[SUPPLIED_SETS.len() + at],
        (None, None) => panic!("{name} is not supplied"),
    };
    matrix(|i, j| (set.is_none() || i == j) && table[i][j] >> bit & 1 == 1)
}

fn pairs_of(demand: &Demand<'_, u64>) -> Entries {
    let Demand::Empty { pairs } = demand else { panic!("an `empty` axiom") };
    let mut table = [[0; EVENTS]; EVENTS];
    for (a, b, here) in pairs {
        assert_ne!(*here, 0, "no zero is stored");
        table[a.index()][b.index()] = *here;
    }
    table
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn every_expression_means_what_relation_algebra_says(
        form in prop_oneof![3 => relation(3), 1 => set(3)],
        tables in prop::collection::vec(entries(), SUPPLIED_SETS.len() + SUPPLIED_RELATIONS.len()),
    ) {
        let text = form.text();
        let mut axioms = format!("empty {text}");
        if !form.is_set() {
            axioms += &format!("\nirreflexive {text}\nacyclic {text}\nlet r = {text}\nacyclic r | rf");
        }
        let model = model(&axioms);
        let obligations = evaluate(&model, &mut Tables, &mut frame(&tables));
        let all = pairs_of(&obligations[0].demand);
        for bit in 0..64 {
            let base = |name: &str| execution(&tables, bit, name);
            let naive = form.naive(&base);
            prop_assert_eq!(matrix(|i, j| all[i][j] >> bit & 1 == 1), naive, "{}", text);
            if form.is_set() {
                continue;
            }
            let rf = base("rf");
            let mut acyclic = vec![(&obligations[2], naive), (&obligations[3], matrix(|i, j| naive[i][j] || rf[i][j]))];
            if let Demand::Acyclic { .. } = &obligations[1].demand {
                // Of a closure the one is the other.
                prop_assert_eq!(closure(&naive), naive, "{}", text);
                acyclic.push((&obligations[1], naive));
            } else {
                let diagonal = pairs_of(&obligations[1].demand);
                prop_assert_eq!(matrix(|i, j| diagonal[i][j] >> bit & 1 == 1), matrix(|i, j| i == j && naive[i][j]));
            }
            for (obligation, operand) in acyclic {
                let Demand::Acyclic { parts } = &obligation.demand else { panic!("an `acyclic` axiom") };
                let id = EventId::from_index;
                let holds = |part: &EvaluatedPart<'_, u64>, i, j| {
                    part.relation(&mut Tables).get(id(i), id(j)).is_some_and(|here| here >> bit & 1 == 1)
                };
                // The parts need not be the operand, but they have its cycles.
                let union = closure(&matrix(|i, j| parts.iter().any(|part| holds(part, i, j))));
                prop_assert_eq!(matrix(|i, j| i == j && union[i][j]), {
                    let plus = closure(&operand);
                    matrix(|i, j| i == j && plus[i][j])
                });
            }
        }
    }
}

/// What is known of the tables.
fn chances(frame: &Frame<u64>) -> Frame<Chance> {
    let chance = |table: u64| match table {
        0 => Chance::Never,
        u64::MAX => Chance::Always,
        _ => Chance::Perhaps,
    };
    let algebra = &mut Chances;
    let mut chances = Frame::new(frame.len);
    for (name, set) in &frame.sets {
        let members = set.members().iter().map(|(event, here)| (*event, chance(*here)));
        chances.sets.insert(name.clone(), Set::from_members(algebra, members));
    }
    for (name, relation) in &frame.relations {
        let pairs = relation.pairs().map(|(a, b, here)| (a, b, chance(here)));
        chances.relations.insert(name.clone(), Relation::from_pairs(algebra, frame.len, pairs));
    }
    chances
}

/// In which of the 64 executions an axiom is broken.
fn broken(obligation: &Obligation<'_, u64>) -> u64 {
    match &obligation.demand {
        Demand::Empty { pairs } => pairs.iter().fold(0, |broken, (_, _, here)| broken | here),
        Demand::Acyclic { parts } => {
            let whole: Vec<Relation<u64>> = parts.iter().map(|part| part.relation(&mut Tables)).collect();
            let closure = Relation::union(&mut Tables, EVENTS, &whole.iter().collect::<Vec<_>>()).closure(&mut Tables);
            closure.pairs().filter(|(a, b, _)| a == b).fold(0, |broken, (_, _, here)| broken | here)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn the_wanted_pairs_are_those_that_matter(
        form in relation(4),
        kind in prop::sample::select(vec!["empty", "irreflexive", "acyclic"]),
        tables in prop::collection::vec(entries(), SUPPLIED_SETS.len() + SUPPLIED_RELATIONS.len()),
    ) {
        let text = format!("{kind} {}", form.text());
        let model = model(&text);
        let all = evaluate(&model, &mut Tables, &mut frame(&tables));
        let wanted = Wanted::of(&model, &mut chances(&frame(&tables)), Cycles::Events);
        let some = evaluate_wanted(&model, &mut Tables, &mut frame(&tables), &wanted);
        prop_assert_eq!(broken(&all[0]), broken(&some[0]), "{}", text);
        // What is left out of an order does not lead back.
        if let (Demand::Acyclic { parts }, Some(ranks)) = (&all[0].demand, wanted.ranks(0)) {
            for (a, b, _) in parts.iter().flat_map(|part| part.relation(&mut Tables).pairs().collect::<Vec<_>>()) {
                prop_assert!(ranks[a.index()] <= ranks[b.index()], "{}", text);
            }
        }
    }
}

#[test]
fn operators_bind_as_in_herd() {
    let same = |a: &str, b: &str| {
        let model = model(&format!("empty {a}\nempty {b}"));
        assert_eq!(model.axioms[0].parts[0].term, model.axioms[1].parts[0].term, "{a} is not {b}");
    };
    same("po \\ W * R", "po \\ (W * R)");
    same("po & M * M \\ W * R", "(po & (M * M)) \\ (W * R)");
    same("po | rf ; co", "po | (rf ; co)");
    same("po ; rf \\ co", "po ; (rf \\ co)");
    same("po \\ rf \\ co", "(po \\ rf) \\ co");
    same("po \\ rf & co", "po \\ (rf & co)");
    same("~rf & co", "(~rf) & co");
    same("rf^-1 ; co", "(rf^-1) ; co");
    same("rf^+", "rf+");
    same("po* | rf", "(po*) | rf");
    same("po*;rf", "(po*) ; rf");
    same("fencerel(F)", "po ; ([F] ; po)");
    same("rfe", "rf & ext");
}

#[test]
fn an_acyclic_axiom_is_split_at_its_unions() {
    let model = model("let ppo = po | rmw\nlet ghb = ppo | (co | fr)+ | rf & ext | 0\nacyclic ghb as order");
    let labels: Vec<&str> = model.axioms[0].parts.iter().map(|part| part.label.as_str()).collect();
    assert_eq!(labels, ["ppo", "ppo", "co", "fr", "rf & ext"]);
    assert_eq!(model.axioms[0].name, "order");
}

#[test]
fn functions_are_expanded_for_sets_and_relations() {
    let model = model("let twice(r, s) = r ; [s] ; r\nlet both(a, b) = a | b\nempty twice(both(po, rf), both(R, W))");
    assert_eq!(model.axioms[0].name, "empty twice(both(po, rf), both(R, W))");
    let mut terms: Terms = model.terms.clone();
    let union = {
        let po = terms.base(Sort::Relation, "po");
        let rf = terms.base(Sort::Relation, "rf");
        terms.union(&[po, rf])
    };
    assert!(terms.needed([model.axioms[0].parts[0].term]).contains(&union));
}

#[test]
fn an_environment_need_not_supply_what_can_be_derived() {
    let text = BASE_SETS.iter().map(|(name, _)| format!("empty [{name}] \\ [{name}]\n")).collect::<String>()
        + &BASE_RELATIONS
            .iter()
            .filter(|(name, _)| !["addr", "data", "ctrl"].contains(name))
            .map(|(name, _)| format!("empty {name} \\ {name}\n"))
            .collect::<String>();
    let model = model(&text);
    let mut frame: Frame<bool> = Frame::new(2);
    for name in ["R", "W"] {
        frame.sets.insert(name.to_string(), Set::empty());
    }
    for name in ["po", "rf", "co", "loc", "ext", "rmw"] {
        frame.relations.insert(name.to_string(), Relation::empty(2));
    }
    let empty = |o: &Obligation<'_, bool>| matches!(&o.demand, Demand::Empty { pairs } if pairs.is_empty());
    assert!(evaluate(&model, &mut Bool, &mut frame).iter().all(empty));
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(
        words in prop::collection::vec(
            prop::sample::select(
                &[
                    "let", "rec", "and", "in", "try", "with", "flag", "procedure", "call", "end", "{", "}", "if", "acyclic", "irreflexive", "empty", "as", "f", "po", "W", "x", "0", "|", ";", "\\", "&", "*", "+",
                    "?", "^-1", "^", "~", ",", "=", "(", ")", "[", "]", "\"", "(*", "*)", "//", "\n", "é", "fencerel(", "7",
                ][..],
            ),
            0..40,
        ),
        glue in prop::sample::select(&["", " "][..]),
    ) {
        let text = words.join(glue);
        let mut sources = Sources::default();
        let file = sources.add("test.cat", text.as_str());
        match parser::parse(file, &text) {
            Ok(tree) => {
                if let Err(errors) = resolve::resolve(&tree.statements, &sources, Declared::default()) {
                    prop_assert!(errors.iter().all(|error| error.span.is_some_and(|s| s.end as usize <= text.len())));
                }
            }
            Err(error) => prop_assert!(error.span.is_some_and(|span| span.end as usize <= text.len())),
        }
    }
}

#[test]
fn endless_input_is_refused() {
    let deep = format!("empty {}po{}", "(".repeat(100_000), ")".repeat(100_000));
    let long = format!("empty po{}", " | po".repeat(100_000));
    let file = Sources::default().add("test.cat", "");
    for text in [deep, long, format!("empty po{}", "+".repeat(100_000)), format!("empty {}po", "~".repeat(100_000))] {
        let error = parser::parse(file, &text).expect_err("it is too long");
        assert_eq!(error.message, "this statement is too long");
    }
    let mut doubling = "let f0(x) = x ; x\n".to_string();
    for level in 1..60 {
        doubling += &format!("let f{level}(x) = f{}(f{}(x))\n", level - 1, level - 1);
    }
    doubling += "empty f59(po)";
    let mut sources = Sources::default();
    let file = sources.add("test.cat", doubling.as_str());
    let tree = parser::parse(file, &doubling).expect("it is well formed");
    let errors = resolve::resolve(&tree.statements, &sources, Declared::default()).expect_err("it would never end");
    assert_eq!(errors[0].message, "functions are called too often or too deeply here");
}
