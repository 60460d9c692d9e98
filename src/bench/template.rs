//! C text with parameters.
//!
//! In: a template file or a short text, and the values of its parameters. Out: the text, or what is wrong with the
//! template. It must not know what the text means.
//!
//! The language is Jinja's with delimiters that C does not use: `${n}` is a value, a line that starts with `//%` is a
//! statement (`for`, `if`, `macro`, `import`, `include`), `/*# … #*/` is a comment. A parameter that has no value is an
//! error.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior};
use serde::{Deserialize, Serialize};

use crate::diag::{Diagnostic, Sources, Span};
use crate::intake::{self, Writer};

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    Number(i64),
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Text(text) => text.fmt(f),
        }
    }
}

/// Parameters by name.
pub type Values = BTreeMap<String, Value>;

/// The templates of a suite.
pub struct Templates {
    environment: Environment<'static>,
    directory: PathBuf,
}

impl Templates {
    /// Templates that are named by their path from a directory.
    pub fn new(directory: &Path) -> Templates {
        let mut environment = Environment::new();
        let syntax = SyntaxConfig::builder()
            .block_delimiters("/*%", "%*/")
            .variable_delimiters("${", "}")
            .comment_delimiters("/*#", "#*/")
            .line_statement_prefix("//%")
            .keep_trailing_newline(true)
            .build();
        environment.set_syntax(syntax.expect("the delimiters are all different; please report this"));
        environment.set_auto_escape_callback(|_| AutoEscape::None);
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        let loader = directory.to_path_buf();
        environment.set_loader(move |name| match intake::text(&loader.join(name), Writer::People) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Error::new(ErrorKind::InvalidOperation, format!("cannot read `{name}`: {error}"))),
        });
        Templates { environment, directory: directory.to_path_buf() }
    }

    /// The text of a template file.
    ///
    /// # Errors
    /// The file cannot be read, is no template, or uses a parameter that has no value; with the line, which `sources`
    /// then hold.
    pub fn render(&self, name: &str, values: &Values, sources: &mut Sources) -> Result<String, Diagnostic> {
        let path = self.directory.join(name);
        let text = self.environment.get_template(name).and_then(|template| template.render(context(values)));
        text.map_err(|error| match error.kind() {
            ErrorKind::TemplateNotFound if error.name().is_none_or(|at| at == name) && !path.exists() => {
                Diagnostic::error(format!("cannot read the template {}: there is no such file", path.display()))
                    .help("the path of a template starts where the suite file stands")
            }
            _ => self.diagnostic(name, &error, sources),
        })
    }

    /// A short text, of the suite file itself.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn expand(&self, text: &str, values: &Values) -> Result<String, String> {
        self.environment.render_str(text, context(values)).map_err(|error| words(&error))
    }

    fn diagnostic(&self, name: &str, error: &Error, sources: &mut Sources) -> Diagnostic {
        let name = error.name().unwrap_or(name);
        let path = self.directory.join(name);
        let mut diagnostic = Diagnostic::error(format!("template {}: {}", path.display(), words(error)));
        if let (Some(line), Ok(text)) = (error.line(), intake::text(&path, Writer::People)) {
            let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
            let length = text[start..].lines().next().map_or(0, str::len);
            let offset = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            let file = sources.add(path, text);
            diagnostic = diagnostic.at(Span { file, start: offset(start), end: offset(start + length) });
        }
        if error.kind() == ErrorKind::UndefinedError {
            diagnostic = diagnostic.help("give every parameter a value in the suite's or the family's `parameters`");
        }
        diagnostic
    }
}

fn context(values: &Values) -> minijinja::Value {
    let pair = |(name, value): (&String, &Value)| {
        let value = match value {
            Value::Number(number) => minijinja::Value::from(*number),
            Value::Text(text) => minijinja::Value::from(text.clone()),
        };
        (name.clone(), value)
    };
    minijinja::Value::from_pairs(values.iter().map(pair))
}

fn words(error: &Error) -> String {
    match error.detail() {
        Some(detail) => format!("{}: {detail}", error.kind()),
        None => error.kind().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(pairs: &[(&str, i64)]) -> Values {
        pairs.iter().map(|(name, value)| (name.to_string(), Value::Number(*value))).collect()
    }

    #[test]
    fn statements_are_lines_and_c_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let text = "//% import \"m.jinja\" as m\n#define A {{1}, {2}} /* % */ // x\n//% for i in range(1, n + 1)\n\
                    int x${i};\n//% endfor\n${m.two(n)}\n";
        std::fs::write(folder.path().join("t.c"), text).unwrap();
        std::fs::write(folder.path().join("m.jinja"), "//% macro two(k)\n\ty${k * 2} = \"<\";\n//% endmacro\n")
            .unwrap();
        let templates = Templates::new(folder.path());
        let rendered = templates.render("t.c", &values(&[("n", 2)]), &mut Sources::default()).unwrap();
        assert_eq!(rendered, "#define A {{1}, {2}} /* % */ // x\nint x1;\nint x2;\n\ty4 = \"<\";\n\n");
        assert_eq!(templates.expand("${'4' if n > 1 else '2'}", &values(&[("n", 2)])).unwrap(), "4");
    }

    #[test]
    fn mistakes_have_a_place() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("t.c"), "int a;\nint b${m};\n").unwrap();
        std::fs::write(folder.path().join("u.c"), "int a;\n//% for i in\n").unwrap();
        std::fs::write(folder.path().join("v.c"), "int a;\n//% include \"none.c\"\n").unwrap();
        let templates = Templates::new(folder.path());
        for (name, line, part) in [("t.c", 2, "undefined"), ("u.c", 2, "syntax"), ("v.c", 2, "none.c")] {
            let mut sources = Sources::default();
            let error = templates.render(name, &Values::new(), &mut sources).unwrap_err();
            let span = error.span.unwrap_or_else(|| panic!("{name}: {error:?}"));
            assert_eq!(sources.position(span.file, span.start).line, line, "{error:?}");
            assert!(error.message.contains(part), "{error:?}");
        }
        let error = templates.render("w.c", &Values::new(), &mut Sources::default()).unwrap_err();
        assert!(error.message.contains("cannot read the template") && error.message.contains("w.c"), "{error:?}");
    }
}
