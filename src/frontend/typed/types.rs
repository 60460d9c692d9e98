//! C types as the lowering sees them.
//!
//! In: type ids of the typed tree. Out: how a value of the type is represented ([`Shape`]), its size, and how an
//! object of the type is accessed. It must not know expressions.

use rucc_sema::DeclId;
use rucc_types::{FloatKind, Qualifiers, TypeId, TypeKind, integer_info, layout};

use super::input::Input;
use crate::ir::operators::floats;
use crate::ir::{Order, Sign, Width};

/// How a value is represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Void,
    /// 0 or 1 in 8 bits.
    Bool,
    Int {
        width: Width,
        sign: Sign,
    },
    /// A number of 128 bits: two words, by the address of an object that holds them where it is passed.
    Wide {
        sign: Sign,
    },
    /// A floating-point number: the bits of `float` or `double`.
    Real {
        width: Width,
    },
    /// A 64-bit number.
    Pointer,
    /// By the address of an object that holds it.
    Record,
    Array,
    Function,
    /// Not supported; the C name.
    Refused(&'static str),
}

impl Shape {
    /// The width of a scalar.
    pub fn width(self) -> Option<Width> {
        match self {
            Shape::Bool => Some(Width::BYTE),
            Shape::Int { width, .. } | Shape::Real { width } => Some(width),
            Shape::Pointer => Some(Width::POINTER),
            _ => None,
        }
    }

    /// What widening extends it by.
    pub fn sign(self) -> Sign {
        match self {
            Shape::Int { sign, .. } | Shape::Wide { sign } => sign,
            _ => Sign::Unsigned,
        }
    }

    /// Whether widening keeps the sign.
    pub fn is_signed(self) -> bool {
        self.sign() == Sign::Signed
    }

    /// Whether values are passed and returned by the address of an object.
    pub fn is_by_address(self) -> bool {
        matches!(self, Shape::Record | Shape::Wide { .. })
    }
}

impl Input<'_> {
    /// The kind of a type without typedefs, qualifiers and `_Atomic`.
    pub fn bare(&self, ty: TypeId) -> TypeKind {
        match self.types.kind(self.types.canonical(ty)) {
            TypeKind::Atomic(inner) => self.bare(inner),
            kind => kind,
        }
    }

    pub fn shape(&self, ty: TypeId) -> Shape {
        match self.bare(ty) {
            TypeKind::Void => Shape::Void,
            TypeKind::Bool => Shape::Bool,
            TypeKind::Pointer(_) => Shape::Pointer,
            TypeKind::Record(id) if self.types.record_info(id).reverse => {
                Shape::Refused("the attribute scalar_storage_order")
            }
            TypeKind::Record(_) => Shape::Record,
            TypeKind::Array { .. } => Shape::Array,
            TypeKind::Function(_) => Shape::Function,
            TypeKind::Float(FloatKind::Float | FloatKind::Float32) => Shape::Real { width: floats::SINGLE },
            TypeKind::Float(FloatKind::Double | FloatKind::Float64 | FloatKind::Float32x) => {
                Shape::Real { width: floats::DOUBLE }
            }
            TypeKind::Float(_) => Shape::Refused("floating point of this format"),
            TypeKind::Complex(_) => Shape::Refused("_Complex"),
            TypeKind::Vector { .. } => Shape::Refused("a vector type"),
            // What a wide bit-field is read as, in gcc's C.
            TypeKind::BitInt { signed, width } if (1..=64).contains(&width) => {
                Shape::Int { width: Width::new(width), sign: Sign::of(signed) }
            }
            TypeKind::BitInt { .. } => Shape::Refused("_BitInt"),
            TypeKind::Int(_) | TypeKind::Enum(_) => match integer_info(self.types, ty, self.target) {
                Some(info) if info.width <= 64 => {
                    Shape::Int { width: Width::new(info.width), sign: Sign::of(info.signed) }
                }
                Some(info) => Shape::Wide { sign: Sign::of(info.signed) },
                // `integer_info` does not look through `_Atomic`.
                None => match self.types.kind(self.types.canonical(ty)) {
                    TypeKind::Atomic(inner) => self.shape(inner),
                    _ => Shape::Refused("an incomplete enum"),
                },
            },
            TypeKind::Atomic(inner) | TypeKind::Typedef { underlying: inner, .. } => self.shape(inner),
        }
    }

    /// Size and alignment in bytes; none for an incomplete or variable-length type.
    pub fn layout(&self, ty: TypeId) -> Option<rucc_types::Layout> {
        layout(self.types, ty, self.target).ok()
    }

    /// The alignment of a declared object.
    pub fn alignment(&self, decl: rucc_sema::DeclId) -> u64 {
        if let Some(less) = self.lessened.get(&decl) {
            return *less;
        }
        let declared = &self.tast[decl];
        let mut ty = declared.ty;
        // An array of variable length is aligned like its elements.
        while self.layout(ty).is_none()
            && let TypeKind::Array { elem, .. } = self.bare(ty)
        {
            ty = elem;
        }
        self.layout(ty).map_or(1, |l| l.align).max(declared.alignment.map_or(1, u64::from))
    }

    /// The size of what a pointer steps over: 1 for `void` and functions, as gcc has it.
    pub fn step(&self, pointer: TypeId) -> Option<u64> {
        let pointee = self.pointee(pointer)?;
        match self.shape(pointee) {
            Shape::Void | Shape::Function => Some(1),
            _ => self.layout(pointee).map(|l| l.size),
        }
    }

    pub fn pointee(&self, pointer: TypeId) -> Option<TypeId> {
        match self.bare(pointer) {
            TypeKind::Pointer(inner) => Some(inner),
            TypeKind::Array { elem, .. } => Some(elem),
            _ => None,
        }
    }

    /// The type of a function's result.
    pub fn result(&self, function: DeclId) -> TypeId {
        let ty = self.tast[function].ty;
        match self.bare(ty) {
            TypeKind::Function(id) => self.types.signature(id).ret,
            _ => ty,
        }
    }

    pub fn is_atomic(&self, ty: TypeId) -> bool {
        matches!(self.types.kind(self.types.canonical(ty)), TypeKind::Atomic(_))
    }

    /// How strongly an ordinary C access to an object of this type is ordered.
    pub fn order(&self, ty: TypeId) -> Order {
        if self.is_atomic(ty) {
            Order::SeqCst
        } else if self.types.object_quals(ty).has(Qualifiers::VOLATILE) {
            Order::Volatile
        } else {
            Order::Plain
        }
    }
}
