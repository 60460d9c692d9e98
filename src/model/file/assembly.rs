//! The instructions that kinds of fences are in inline assembly.
//!
//! In: the tables of fences. Out: their instructions, and what is wrong with them. It must not know which instructions there are.
//!
//! What is written into a program is read again. C's own fences are known to the reader of C, of assembly only what a file lists
//! is certain to be: so a spelling in assembly lists its own instruction.

use toml::Spanned;

use super::Reader;
use super::fences::FenceTable;

impl Reader {
    /// The instructions that the kinds are, kind by kind.
    pub(super) fn instructions(&mut self, tables: &[FenceTable]) -> Vec<Vec<String>> {
        let mut seen: Vec<&str> = Vec::new();
        let mut all = Vec::new();
        for table in tables {
            for item in &table.asm {
                let text = item.get_ref();
                let is_one = !text.is_empty() && plain(text) == *text && !text.contains([';', '"', '\\']);
                if !is_one {
                    let message = format!("`{text}` is not one instruction");
                    self.error(item.span(), message, "write it with single spaces and without quotes or semicolons");
                }
                if seen.contains(&text.as_str()) {
                    let message = format!("the instruction `{text}` is listed twice");
                    self.error(item.span(), message, "an instruction is one kind of fence");
                }
                seen.push(text);
            }
            self.spelt(table);
            all.push(table.asm.iter().map(|item| item.get_ref().clone()).collect());
        }
        all
    }

    /// Refuses a spelling in assembly whose instruction is not said to be this kind.
    fn spelt(&mut self, table: &FenceTable) {
        let Some(spelling) = &table.spelling else { return };
        let Some(written) = template(spelling.get_ref()) else { return };
        if !table.asm.iter().any(|item| *item.get_ref() == written) {
            self.error(
                spelling.span(),
                format!("the assembly `{written}` is not said to be the fence `{}`", table.name.get_ref()),
                &missing(&table.asm, &written),
            );
        }
    }
}

fn missing(listed: &[Spanned<String>], written: &str) -> String {
    match listed {
        [] => format!("say so beside it: asm = [\"{written}\"]"),
        _ => format!("add \"{written}\" to `asm`"),
    }
}

/// The template of a statement that is inline assembly, in the form of instructions in lists.
fn template(spelling: &str) -> Option<String> {
    let statement = spelling.trim();
    let rest = ["__asm__", "__asm", "asm"].iter().find_map(|word| statement.strip_prefix(word))?;
    let (_, text) = rest.split_once('"')?;
    let (text, _) = text.split_once('"')?;
    Some(plain(&text.replace("\\n", " ").replace("\\t", " ")))
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
