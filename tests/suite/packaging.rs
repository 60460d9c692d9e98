//! What is handed out: the package holds what it takes to build the program, and the minimum version of Rust is enough for
//! what the program is built from.
//!
//! That the program's own text needs no later version is clippy's matter (`incompatible_msrv`, in `.ci/run`).

use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "cargo {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_package_holds_the_program_and_no_records() {
    let list = cargo(&["package", "--list", "--allow-dirty", "--offline"]);
    let files: Vec<&str> = list.lines().collect();
    for needed in ["src/main.rs", "src/frontend/include/pthread.h", "encodings/tso.toml", "README.md", "LICENSE-MIT"] {
        assert!(files.contains(&needed), "{needed} is not in the package");
    }
    let left_out = ["tests/", "benchmarks/", "results/", "scripts/", "benches/", ".ci/"];
    for file in &files {
        assert!(!left_out.iter().any(|folder| file.starts_with(folder)), "{file} is in the package");
    }
    // All files that the program's text includes lie below folders that are in the package.
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["src", "encodings"] {
        for entry in walkdir::WalkDir::new(root.join(folder)).into_iter().flatten().filter(|e| e.file_type().is_file())
        {
            let name = entry.path().strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            assert!(files.contains(&name.as_str()), "{name} is not in the package");
        }
    }
}

#[test]
fn no_dependency_needs_a_later_rust() {
    let host = Command::new("rustc").arg("-vV").output().unwrap();
    let host = String::from_utf8(host.stdout).unwrap();
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names the host");
    let metadata = cargo(&["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host]);
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let version = |package: &Value| -> Option<Vec<u32>> {
        let numbers = package["rust_version"].as_str()?.split('.').map(str::parse);
        let mut numbers: Vec<u32> = numbers.collect::<Result<_, _>>().ok()?;
        numbers.resize(3, 0);
        Some(numbers)
    };
    let ours = packages.iter().find(|package| package["name"] == "fencesmith").and_then(version).expect("a version");
    let later: Vec<&Value> =
        packages.iter().filter(|p| version(p).is_some_and(|v| v > ours)).map(|p| &p["name"]).collect();
    assert!(packages.len() > 50 && later.is_empty(), "these need more than {ours:?}: {later:?}");
}
