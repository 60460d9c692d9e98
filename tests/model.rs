//! The memory models as files: litmus shapes under each model, mistakes in model files, equality with SC.

use fencesmith::diag::Sources;
use fencesmith::model::graph::EventGraph;
use fencesmith::model::{Model, check};

fn model(name: &str) -> Model {
    let mut sources = Sources::default();
    Model::find(name, &mut sources).unwrap_or_else(|errors| {
        panic!(
            "{name}: {:#?}",
            errors.iter().map(|e| (&e.message, e.span.map(|s| sources.describe(s)))).collect::<Vec<_>>()
        )
    })
}

#[test]
fn builtin_models_load() {
    for name in Model::builtin_names() {
        println!("{}", model(&name).explain());
    }
}

#[test]
fn sb() {
    let mut g = EventGraph::new(2);
    g.write(0, 0);
    g.read(0, 1);
    g.write(1, 1);
    g.read(1, 0);
    assert!(check(&model("tso"), &mut g).is_ok());
    println!("{}", check(&model("sc"), &mut g).unwrap_err());
}
