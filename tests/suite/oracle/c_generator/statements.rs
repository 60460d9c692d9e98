//! Statements.

use super::{Generator, Kind};

impl Generator<'_> {
    /// Up to `most` statements in a scope of their own; `nesting` grows inwards and ends the recursion.
    pub(super) fn statements(&mut self, most: usize, nesting: usize) {
        let outer = self.scope.len();
        let count = 1 + self.below(most);
        for _ in 0..count {
            if self.fuel == 0 {
                break;
            }
            self.fuel -= 1;
            self.statement(nesting);
        }
        self.scope.truncate(outer);
    }

    fn block(&mut self, nesting: usize) {
        self.statements(3, nesting + 1);
    }

    fn statement(&mut self, nesting: usize) {
        let compound = nesting < 3;
        match self.below(34) {
            0..=5 => {
                let assignment = self.assignment(3);
                self.line(format!("{assignment};"));
            }
            6..=8 => {
                let value = self.pure(3);
                self.line(format!("$mix({value});"));
            }
            9 => {
                let place = self.place(1);
                let step = self.pick(&["++", "--"]);
                self.line(format!("({place}){step};"));
            }
            10..=13 => {
                let ty = self.ty();
                let (name, value) = (self.fresh("t"), self.effect(3));
                self.line(format!("{ty} {name} = {value};"));
                self.declare(name, Kind::Scalar { assignable: true });
            }
            14..=16 if compound => self.branch(nesting),
            17..=20 if compound && self.loops < 2 => self.repetition(nesting),
            21 | 22 if compound => self.switch(nesting),
            23 if compound => self.jump(nesting),
            24 => self.pointer_step(),
            25 => self.local_array(),
            26 => match self.below(3) {
                0 => self.local_record(),
                1 => self.local_fields(),
                _ => self.literal_array(),
            },
            27 => self.function_pointer(),
            28 => self.heap(),
            29 => {
                let call = self.call(1);
                self.line(format!("{};", call.unwrap_or_else(|| "(void)0".into())));
            }
            30 if self.breakable => {
                let (condition, exit) = (self.pure(2), self.pick(&["continue", "break"]));
                self.line(format!("if ({condition}) {exit};"));
            }
            _ => {
                let assignment = self.assignment(2);
                self.line(format!("{assignment};"));
            }
        }
    }

    fn branch(&mut self, nesting: usize) {
        let condition = self.effect(2);
        self.open(format!("if ({condition}) {{"));
        self.block(nesting);
        if self.chance(50) {
            self.close("} else {");
            self.indent += 1;
            self.block(nesting);
        }
        self.close("}");
    }

    fn repetition(&mut self, nesting: usize) {
        let counter = self.fresh("i");
        let times = 2 + self.below(3);
        let outer = self.scope.len();
        let breakable = std::mem::replace(&mut self.breakable, true);
        self.loops += 1;
        self.declare(counter.clone(), Kind::Scalar { assignable: false });
        match self.below(4) {
            0 | 1 => {
                let ty = self.pick(&["int", "unsigned char", "long", "unsigned"]);
                self.open(format!("for ({ty} {counter} = 0; {counter} < {times}; {counter}++) {{"));
                self.block(nesting);
                self.close("}");
            }
            2 => {
                self.open("{");
                self.line(format!("int {counter} = {times};"));
                self.open(format!("while ({counter}-- > 0) {{"));
                self.block(nesting);
                self.close("}");
                self.close("}");
            }
            _ => {
                self.open("{");
                self.line(format!("short {counter} = {times};"));
                self.open("do {");
                self.block(nesting);
                self.close(format!("}} while (--{counter} > 0);"));
                self.close("}");
            }
        }
        self.loops -= 1;
        self.breakable = breakable;
        self.scope.truncate(outer);
    }

    fn switch(&mut self, nesting: usize) {
        let value = self.effect(2);
        let outer = std::mem::replace(&mut self.breakable, false);
        self.open(format!("switch (({value}) & 3) {{"));
        for label in ["case 0:", "case 1:", "case $LAST + 4:", "default:"] {
            if label == "case 1:" && self.chance(30) {
                continue;
            }
            self.open(format!("{label} {{"));
            self.block(nesting);
            self.close("}");
            if !self.chance(35) {
                self.line("break;");
            }
        }
        self.close("}");
        self.breakable = outer;
    }

    fn jump(&mut self, nesting: usize) {
        let label = self.fresh("label");
        if self.loops < 2 && self.chance(40) {
            let counter = self.fresh("n");
            let breakable = std::mem::replace(&mut self.breakable, false);
            self.open("{");
            self.line(format!("int {counter} = 0;"));
            self.line(format!("{label}:"));
            self.loops += 1;
            self.open("{");
            self.block(nesting);
            self.close("}");
            self.loops -= 1;
            self.line(format!("if (++{counter} < 3) goto {label};"));
            self.close("}");
            self.breakable = breakable;
        } else {
            let condition = self.effect(2);
            self.line(format!("if ({condition}) goto {label};"));
            self.open("{");
            self.block(nesting);
            self.close("}");
            self.line(format!("{label}: ;"));
        }
    }

    fn pointer_step(&mut self) {
        let text = match self.below(6) {
            0 => {
                let index = self.pure(2);
                format!("$into = &$array[{index} & 3];")
            }
            1 => "if ($into < $array + 3) $into++;".into(),
            2 => "if ($into != $array) --$into;".into(),
            3 => {
                let value = self.pure(2);
                format!("$at = &$records[{value} & 1];")
            }
            4 => "$at = $at->next;".into(),
            _ => {
                let value = self.pure(2);
                format!("*($into > $array ? $into - 1 : $into) = {value};")
            }
        };
        self.line(text);
    }

    fn local_array(&mut self) {
        let (name, ty) = (self.fresh("l"), self.ty());
        let (first, second) = (self.pure(1), self.pure(1));
        self.line(format!("{ty} {name}[4] = {{ [1] = {first}, {second} }};"));
        self.declare(name.clone(), Kind::Array);
        let pointer = self.fresh("p");
        let index = self.below(4);
        self.line(format!("{ty} *{pointer} = {name} + {index};"));
        self.declare(pointer.clone(), Kind::Pointer { into: name });
        if self.chance(30) {
            let outer = self.fresh("pp");
            self.line(format!("{ty} **{outer} = &{pointer};"));
            self.declare(outer, Kind::PointerPointer);
        }
    }

    fn local_fields(&mut self) {
        let name = self.fresh("w");
        let index = self.below(2);
        match self.below(4) {
            0 => self.line(format!("struct $fields {name} = $fields[{index}];")),
            1 => {
                let (first, second) = (self.pure(1), self.pure(1));
                self.line(format!("struct $fields {name} = {{ .bf2 = {first}, .bf4 = {second} }};"));
            }
            2 => {
                let (first, second) = (self.pure(1), self.pure(1));
                self.line(format!("struct $fields {name}; {name} = (struct $fields){{ {first}, .bf4 = {second} }};"));
            }
            _ => {
                let value = self.effect(1);
                self.line(format!("struct $fields {name} = {{ {value} }};"));
                self.line(format!("$fields[{index}] = {name};"));
            }
        }
        self.declare(name, Kind::Fields);
    }

    /// An array without a name of its own.
    fn literal_array(&mut self) {
        let (name, ty) = (self.fresh("l"), self.ty());
        let (first, second) = (self.pure(1), self.pure(1));
        self.line(format!("{ty} *{name} = ({ty}[4]){{ {first}, [2] = {second} }};"));
        self.declare(name, Kind::Array);
    }

    fn local_record(&mut self) {
        let name = self.fresh("s");
        let index = self.below(2);
        match self.below(5) {
            0 => self.line(format!("struct $record {name} = $records[{index}];")),
            4 => self.line(format!("struct $record {name}; {name} = $records[{index}];")),
            1 => {
                let value = self.pure(1);
                self.line(format!("struct $record {name} = {{ .a = {value}, .c = {{ 1, 2 }}, .next = $records }};"));
            }
            2 => {
                self.line(format!("struct $record {name};"));
                self.line(format!("memcpy(&{name}, &$records[{index}], sizeof {name});"));
            }
            _ => {
                self.line(format!("struct $record {name};"));
                self.line(format!("memset(&{name}, 0, sizeof {name});"));
                self.line(format!("{name}.next = &$records[{index}];"));
            }
        }
        self.declare(name.clone(), Kind::Record);
        if self.chance(50) {
            self.line(format!("$records[{index}].in = {name}.in;"));
        }
    }

    fn function_pointer(&mut self) {
        if self.functions == 0 || self.loops > 1 {
            return self.line(";");
        }
        let (name, condition) = (self.fresh("fp"), self.pure(1));
        let (left, right) = (self.pure(1), self.pure(1));
        self.open("{");
        self.line(format!("long (*{name})(long, long) = {condition} ? $least : $least;"));
        self.line(format!("$mix({name}({left}, {right}));"));
        let function = self.below(self.functions);
        let (left, right) = (self.pure(1), self.pure(1));
        self.line(format!("__typeof__($f{function}) *other = &$f{function};"));
        self.line(format!("$mix((*other)({left}, {right}));"));
        self.close("}");
    }

    fn heap(&mut self) {
        let (ty, index, value) = (self.ty(), self.pure(1), self.pure(2));
        let name = self.fresh("h");
        self.open("{");
        match self.below(2) {
            0 => self.line(format!("{ty} *{name} = calloc(4, sizeof *{name});")),
            _ => {
                self.line(format!("{ty} *{name} = malloc(4 * sizeof({ty}));"));
                self.line(format!("for (int i = 0; i < 4; i++) {name}[i] = i + 1;"));
            }
        }
        self.line(format!("{name}[{index} & 3] += {value};"));
        self.line(format!("$mix({name}[0] + {name}[3]);"));
        self.line(format!("free({name});"));
        self.close("}");
    }
}
