//! Experiments: suites of instances, run with several algorithms side by side, recorded and plotted.
//!
//! In: a suite file. Out: records, one for each instance, algorithm and first reorder bound, and from the records
//! pictures and a summary. It must not decide anything about programs; that is [`crate::drive`]'s matter.
//!
//! | file | what |
//! |---|---|
//! | [`suite`] | the suite file: reading, checking |
//! | [`template`] | C text with parameters |
//! | [`instance`] | what a suite expands to: instances and jobs, filters, shards |
//! | [`conditions`] | how the solver is used: at its best, or as in the ROBMC paper |
//! | [`worker`] | one job, in the process that is limited |
//! | [`process`] | a process under limits of time and memory |
//! | [`runner`] | all jobs, several at a time |
//! | [`record`] | what is known about one job |
//! | [`store`] | the folder of a run: records that survive, locks, resuming |
//! | [`machine`] | where and what was measured |
//! | [`statistics`] | medians, PAR-2, fits, disagreements |
//! | [`plot`] | figures as SVG |
//! | [`summary`] | tables in Markdown |
//! | [`page`] | all of it as one page for a browser |

pub mod conditions;
pub(crate) mod instance;
pub mod machine;
pub(crate) mod page;
pub(crate) mod plot;
pub(crate) mod process;
pub mod record;
pub(crate) mod runner;
pub(crate) mod statistics;
pub mod store;
pub mod suite;
pub(crate) mod summary;
pub(crate) mod template;
pub mod verdict;
pub mod worker;
