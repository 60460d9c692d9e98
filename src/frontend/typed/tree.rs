//! The words in which a typed tree is told.
//!
//! In: nothing. Out: the names of its nodes, of operators and of types, which are those of the C reader's crates. Who reads a tree imports
//! them from here.

pub use rucc_ast::{BinaryOp, UnaryOp};
pub use rucc_base::Symbol;
// Declarations and their initialisers.
pub use rucc_sema::{
    Decl, DeclFlags, DeclId, DeclKind, DeclList, Definition, InitEntry, InitList, Linkage, Priority, Startup,
    StorageDuration,
};
// Expressions and constants.
pub use rucc_sema::{
    AtomicOp, Base, BitCount, Category, Classify, Const, ConstId, Conversion, Eval, ExprId, ExprKind, ExprList,
    Ordering, OverflowOp, Rmw, Sign, StrId,
};
// Statements.
pub use rucc_sema::{AsmId, CaseId, CaseList, LabelId, Stmt, StmtId, StmtList, Tast};
pub use rucc_types::{
    ArrayLen, Field, FloatKind, FunctionType, IntKind, Qualifiers, RecordId, RecordInfo, RecordKind, TypeId, TypeKind,
    VlaId,
};
