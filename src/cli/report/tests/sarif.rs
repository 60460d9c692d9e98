//! The SARIF form of the reports.

use super::*;

#[test]
fn sarif_of_a_repair() {
    let report = suggest_report(repaired(), Objective::Fences);
    let value = json(|context| suggest(Format::Sarif, &report, context));
    assert_eq!(value["version"], "2.1.0");
    let run = &value["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 1);
    let result = &results[0];
    assert_eq!(result["ruleId"], "missing-fence");
    let index = result["rule"]["index"].as_u64().unwrap() as usize;
    assert_eq!(run["tool"]["driver"]["rules"][index]["id"], "missing-fence");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "dir/a%20b.c");
    assert_eq!(place["region"]["startLine"], 4);
    assert_eq!(result["relatedLocations"].as_array().unwrap().len(), 2);
    let replacements = &result["fixes"][0]["artifactChanges"][0]["replacements"];
    assert_eq!(apply(replacements), TEXT.replace("\ta = y", "\tfence();\n\ta = y"));
}

/// The text after a fix, from its lines and columns.
fn apply(replacements: &Value) -> String {
    let mut text: Vec<char> = TEXT.chars().collect();
    for replacement in replacements.as_array().unwrap().iter().rev() {
        let region = &replacement["deletedRegion"];
        assert_eq!((&region["startLine"], &region["startColumn"]), (&region["endLine"], &region["endColumn"]));
        let line = region["startLine"].as_u64().unwrap() as usize;
        let column = region["startColumn"].as_u64().unwrap() as usize;
        let before: usize = TEXT.split_inclusive('\n').take(line - 1).map(|line| line.chars().count()).sum();
        let at = before + column - 1;
        text.splice(at..at, replacement["insertedContent"]["text"].as_str().unwrap().chars());
    }
    text.into_iter().collect()
}

#[test]
fn sarif_of_checks() {
    let report = check_report(Verdict::Violation(Box::new(execution())));
    let value = json(|context| check(Format::Sarif, &report, context));
    let result = &value["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"assertion".into(), &"error".into()));
    let flows = result["codeFlows"][0]["threadFlows"].as_array().unwrap();
    let orders: Vec<Vec<u64>> = flows
        .iter()
        .map(|flow| {
            flow["locations"].as_array().unwrap().iter().map(|l| l["executionOrder"].as_u64().unwrap()).collect()
        })
        .collect();
    assert_eq!(orders, [vec![6], vec![1, 2, 3, 4, 5]]);

    let report = check_report(Verdict::Unknown(unwinding()));
    let value = json(|context| check(Format::Sarif, &report, context));
    // No verdict is a result: a log without results would look like a program without faults.
    let results = value["runs"][0]["results"].as_array().unwrap();
    assert_eq!((results.len(), &results[0]["ruleId"]), (1, &"no-verdict".into()));
    let notes = value["runs"][0]["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
    // The warning, and why there is no verdict. The column counts characters.
    assert_eq!(notes.len(), 2);
    assert_eq!(notes[1]["locations"][0]["physicalLocation"]["region"]["startColumn"], 17);
}
