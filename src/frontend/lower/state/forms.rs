//! What C types look like in memory, for people.
//!
//! In: types of the typed tree. Out: [`Form`]s of the program. It decides nothing about what the program means.

use std::sync::Arc;

use super::tables::Lower;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{Field, IntKind, TypeId, TypeKind};
use crate::frontend::typed::types::Shape;
use crate::ids::FormId;
use crate::ir::Width;
use crate::ir::forms::{Form, Member};

/// What the library's unions have for their alignment alone: what is there is a part of another member.
const ALIGNMENT: &str = "__align";

impl Lower<'_> {
    /// The form of objects of a type of the unit that is being lowered.
    pub fn form(&mut self, ty: TypeId) -> FormId {
        let input = self.input;
        let ty = input.types.canonical(ty);
        let key = (self.unit(), ty);
        if let Some(known) = self.forms.get(&key) {
            return *known;
        }
        let size = input.layout(ty).map_or(0, |layout| layout.size);
        let form = match input.bare(ty) {
            TypeKind::Array { elem, .. } => Form::Array(self.form(elem)),
            TypeKind::Record(id) => {
                let info = input.types.record_info(id);
                // What shares bytes with others is named by none of them.
                let is_named = |field: &&Field| {
                    let aligns = field.name.is_some_and(|name| input.names.resolve(name) == ALIGNMENT);
                    field.bits.is_none() && !aligns
                };
                let members = info.fields.iter().filter(is_named).map(|field| Member {
                    name: field.name.map_or(String::new(), |name| input.names.resolve(name).to_string()),
                    offset: field.offset,
                    form: self.form(field.ty),
                });
                Form::Record(members.collect())
            }
            TypeKind::Enum(id) => {
                let width = input.shape(ty).width().unwrap_or(Width::INT);
                let names = input.types.enum_info(id).enumerators.iter();
                let names = names.map(|each| {
                    let name = input.written(each.name);
                    (name.to_string(), each.value as u64 & width.mask())
                });
                Form::Enumeration(names.collect())
            }
            TypeKind::Int(IntKind::Char) => Form::Character,
            _ => match input.shape(ty) {
                Shape::Bool => Form::Boolean,
                Shape::Int { sign, .. } => Form::Integer(sign),
                Shape::Pointer => Form::Pointer,
                Shape::Real { .. } => Form::Real,
                _ => Form::Opaque,
            },
        };
        let id = Arc::make_mut(&mut self.program.forms).add(form, size);
        self.forms.insert(key, id);
        id
    }
}

impl Input<'_> {
    /// What one object of a type is called that has no name of its own.
    pub fn kind_of_object(&self, ty: TypeId) -> String {
        if let TypeKind::Typedef { name, .. } = self.types.kind(ty) {
            return self.names.resolve(name).to_string();
        }
        match self.bare(ty) {
            TypeKind::Record(id) => {
                self.types.record_info(id).tag.map_or("object", |tag| self.written(tag)).to_string()
            }
            TypeKind::Pointer(_) => "pointer".to_string(),
            TypeKind::Int(_) => "number".to_string(),
            _ => "object".to_string(),
        }
    }
}
