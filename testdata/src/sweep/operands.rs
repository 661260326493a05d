//! Operands for a form, by its row and, where the row leaves them open, by the instruction.

use super::{Instruction, Row};

/// State of a name while its operands are generated.
struct Name<'n> {
    row: &'n Row<'n>,
    mods: &'n [&'n str],
    types: &'n [&'n str],
}

/// The instruction with these modifiers and types: with the operands it needs, and with all it may have.
pub(super) fn write(row: &Row<'_>, mods: &[&str], types: &[&str]) -> Vec<Instruction> {
    let name = Name { row, mods, types };
    let mut all: Vec<Instruction> = Vec::new();
    for full in [false, true] {
        let Some((operands, written)) = name.operands(full) else { continue };
        let text = format!("{} {}", name.text(), operands.join(", ")).trim_end().to_owned();
        if all.iter().all(|other| other.text != text) {
            all.push(Instruction {
                text,
                base: row.base.into(),
                modifiers: mods.iter().filter(|m| !m.is_empty()).map(|m| (*m).to_owned()).collect(),
                written,
                unsupported: row.operands == ["unsupported"],
                since: row.since.into(),
            });
        }
    }
    all
}

/// The letter of the registers that hold a type.
fn letter(ty: &str) -> char {
    match ty {
        "pred" => 'p',
        "f32" => 'f',
        "f64" => 'd',
        "b128" => 'q',
        "f16x2" | "bf16x2" | "u16x2" | "s16x2" | "tf32" => 'r',
        "f32x2" => 'l',
        _ if ty.ends_with("64") => 'l',
        _ if ty.ends_with("32") => 'r',
        _ => 'h',
    }
}

fn bits(ty: &str) -> usize {
    match ty {
        "tf32" => 32,
        "e4m3" | "e5m2" => 8,
        _ => ty.trim_start_matches(|c: char| c.is_ascii_lowercase()).parse().unwrap_or(32),
    }
}

fn list(letter: char, from: usize, n: usize) -> String {
    let names: Vec<String> = (from..from + n).map(|n| format!("%{letter}{n}")).collect();
    format!("{{{}}}", names.join(", "))
}

impl Name<'_> {
    fn has(&self, modifier: &str) -> bool {
        self.mods.contains(&modifier)
    }

    fn one_of<'x>(&self, names: &[&'x str]) -> Option<&'x str> {
        names.iter().copied().find(|n| self.has(n))
    }

    fn ty(&self, n: usize) -> &str {
        self.types.get(n).or(self.types.last()).copied().unwrap_or("b32")
    }

    /// Modifiers come before types, but for a few.
    fn text(&self) -> String {
        let last = |m: &&&str| match self.row.base {
            "prmt" => true,
            // `.u2` and `.s2` are types that nothing else has.
            "cvt" => false,
            "sured" | "suld" | "sust" => ["trap", "clamp", "zero"].contains(m),
            "mma" => ["xor", "and", "popc"].contains(m),
            "wmma" => ["satfinite"].contains(m) && self.has("mma"),
            base => base.starts_with('v') && base != "vote",
        };
        let dotted = |parts: Vec<&&str>| {
            parts.iter().filter(|p| !p.is_empty()).map(|p| format!(".{p}")).collect::<String>()
        };
        let before = dotted(self.mods.iter().filter(|m| !last(m)).collect());
        let after = dotted(self.mods.iter().filter(|m| last(m)).collect());
        format!("{}{before}{}{after}", self.row.base, dotted(self.types.iter().collect()))
    }

    fn space(&self) -> &'static str {
        let spaces = [
            "shared",
            "shared::cta",
            "shared::cluster",
            "local",
            "const",
            "param",
            "param::entry",
            "param::func",
            "global",
        ];
        match self.one_of(&spaces) {
            Some("shared" | "shared::cta" | "shared::cluster") => "[tile]",
            Some("local") => "[loc]",
            Some("const") => "[con]",
            Some("param" | "param::entry") if self.row.base == "ld" => "[par]",
            Some("param" | "param::func") => "[arg]",
            _ => "[%ag]",
        }
    }

    /// All operands and the registers written; nothing where the name has none that this knows.
    fn operands(&self, full: bool) -> Option<(Vec<String>, Vec<String>)> {
        if self.row.base == "call" || !self.exists() {
            return None;
        }
        if self.row.operands == ["unsupported"] {
            return (!full).then(Default::default);
        }
        let (mut all, mut written) = (Vec::new(), Vec::new());
        // Each operand has registers of its own.
        let mut next = 1;
        for (n, &slot) in self.row.operands.iter().filter(|o| **o != "-").enumerate() {
            let (slot, present) = match slot.split_once('?') {
                None => (slot, true),
                Some((slot, "")) => (slot, full),
                Some((slot, with)) => (slot, self.has(with)),
            };
            // A few instructions have operands that belong together.
            if let Some(own) = self.own(n, full) {
                if own.is_empty() {
                    continue;
                }
                if slot.starts_with('=') {
                    written.extend(
                        own.split(['{', '}', ',', ' ', '|'])
                            .filter(|r| r.starts_with('%'))
                            .map(str::to_owned),
                    );
                }
                all.push(own);
                continue;
            }
            if !present {
                continue;
            }
            let (slot, dest) = slot.strip_prefix('=').map_or((slot, false), |s| (s, true));
            let (slot, pair) = match slot.strip_suffix("|P!") {
                Some(slot) => (slot, true),
                None => slot
                    .strip_suffix("|P")
                    .map_or((slot, false), |slot| (slot, full || self.row.base == "lop3")),
            };
            let mut text = self.slot(slot, next)?;
            next += 1;
            if pair {
                text = format!("{text}|%p0");
            }
            if dest {
                written.extend(
                    text.split(['{', '}', ',', ' ', '|']).filter(|r| r.starts_with('%')).map(str::to_owned),
                );
            }
            all.push(text);
        }
        Some((all, written))
    }

    fn slot(&self, slot: &str, n: usize) -> Option<String> {
        let ty = |name: &str| match name {
            "A" => self.ty(0).to_owned(),
            "B" => self.ty(1).to_owned(),
            "C" => self.ty(2).to_owned(),
            "D" => self.ty(3).to_owned(),
            "W" => match self.ty(0) {
                "u16" => "u32".into(),
                "s16" => "s32".into(),
                _ => "u64".into(),
            },
            "P" => "pred".into(),
            other => other.to_owned(),
        };
        Some(match slot {
            "m" if self.row.base == "cp" && n > 1 => "[%ag]".into(),
            "m" => self.space().into(),
            "L" => if self.has("idx") { "TARGETS" } else { "END" }.into(),
            "*" => return None,
            _ if slot.starts_with('#') => match &slot[1..] {
                "" => match self.row.base {
                    "lop3" => "0x96".into(),
                    "setmaxnreg" => "64".into(),
                    "alloca" => "8".into(),
                    _ => "0".into(),
                },
                value => value.into(),
            },
            _ => match slot.strip_prefix('v') {
                Some(element) => list(letter(&ty(element)), 1 + 8 * (n > 1) as usize, self.lanes()),
                None => {
                    let letter = letter(&ty(slot));
                    format!("%{letter}{}", n % if letter == 'p' || letter == 'q' { 4 } else { 8 })
                }
            },
        })
    }

    /// Returns whether an instruction exists although the row allows more: excludes vectors that are too
    /// large, and matrix types that do not match.
    fn exists(&self) -> bool {
        let bytes = self.lanes() * bits(self.ty(0)) / 8;
        match self.row.base {
            "ld" | "st"
                if bytes != 32
                    && self.one_of(&["L2::evict_normal", "L2::evict_first", "L2::evict_last"]).is_some() =>
            {
                false
            }
            "ld" | "st" if bytes == 32 => bits(self.ty(0)) >= 32 && self.lanes() > 2 && !self.has("async"),
            "ld" | "ldu" | "st" | "suld" | "sust" => bytes <= 16,
            "mma" => !(self.has("m8n8k4") && self.ty(0) == "f16" && self.ty(3) == "f32"),
            "wmma" if self.types.len() == 4 => self.ty(1) == self.ty(2),
            "wgmma" => self.group_columns() <= 64,
            _ => true,
        }
    }

    fn lanes(&self) -> usize {
        match self.one_of(&["v2", "v4", "v8"]) {
            Some("v2") => 2,
            Some("v4") => 4,
            Some(_) => 8,
            None => 1,
        }
    }

    /// Returns the registers of a vector, in braces if there are several.
    fn vector(&self, from: usize) -> String {
        let letter = letter(self.ty(0));
        match self.lanes() {
            1 => format!("%{letter}{}", from % if letter == 'q' { 4 } else { 8 }),
            n => list(letter, from % 8, n),
        }
    }

    /// Operand `n` where the row does not say it all: empty if it is left out.
    fn own(&self, n: usize, full: bool) -> Option<String> {
        let bulk = self.has("bulk");
        let text = |t: &str| Some(t.to_owned());
        match (self.row.base, n) {
            ("ld" | "ldu", 0) => Some(self.vector(1)),
            ("st", 1) => Some(self.vector(1)),
            ("st", 2) if self.has("async") => text("[bar]"),
            ("mov", _) if self.lanes() > 1 => Some(self.vector(1 + 4 * n)),
            ("mov", _) => {
                let letter = letter(self.ty(0));
                Some(format!("%{letter}{}", n + 1))
            }
            ("cvta", 1) => Some(format!("%{}2", letter(self.ty(0)))),
            ("isspacep", 1) => text("%l2"),
            ("istypep", 1) => text("%l2"),
            ("bar" | "barrier", _) if self.has("red") => {
                let operands = [if self.has("popc") { "%r1" } else { "%p1" }, "1"];
                match n {
                    0 | 1 => text(operands[n]),
                    2 => text(if full { "32" } else { "%p2" }),
                    _ => text(if full { "!%p2" } else { "" }),
                }
            }
            ("bar" | "barrier", 0)
                if self.one_of(&["sync", "arrive"]).is_some()
                    && !self.has("warp")
                    && !self.has("cluster") =>
            {
                text("1")
            }
            ("bar" | "barrier", 1) if self.has("arrive") => text("64"),
            ("bar" | "barrier", 1) => text(if full { "32" } else { "" }),
            ("cp", 2) if self.has("async") && !bulk && self.has("global") => text("16"),
            ("cp", 3) if self.has("async") && !bulk && self.has("global") => {
                text(if full { "8" } else { "" })
            }
            ("cp", _) if self.has("tensor") => self.tensor(n),
            ("cp", _) if bulk && self.one_of(&["commit_group", "wait_group"]).is_none() => self.bulk(n),
            ("multimem", 0) if self.has("cp") => text("[%ag]"),
            ("red", 2) if self.has("async") => text("[bar]"),
            ("tensormap", 0) if self.has("cp_fenceproxy") => text("[%ag]"),
            ("mbarrier", _) => self.mbarrier(n, full),
            ("ldmatrix" | "stmatrix", _) => {
                let count = match self.one_of(&["x1", "x2", "x4"]) {
                    Some("x1") => 1,
                    Some("x2") => 2,
                    _ => 4,
                };
                let load = self.row.base == "ldmatrix";
                (load == (n == 0)).then(|| list('r', 1, count))
            }
            ("mma", 0..=3) => Some(self.mma(n)),
            ("mma", 4) => text("%r40"),
            ("wgmma", _) if self.has("mma_async") => Some(self.group(n, full)),
            ("wmma", 0) if self.has("load") => Some(self.wmma(self.one_of(&["a", "b", "c"])?, 0)),
            ("wmma", 1) if self.has("store") => Some(self.wmma("d", 0)),
            ("wmma", _) if self.has("mma") => Some(self.wmma(["d", "a", "b", "c"][n], n)),
            ("tex" | "tld4" | "txq" | "suq" | "suld" | "sust" | "sured", _) => self.texture(n, full),
            (base, n) if base.starts_with('v') && base != "vote" => Some(if n == 0 {
                "%r0".into()
            } else if n == 3 {
                if full
                    || base.ends_with(['2', '4'])
                    || base == "vmad"
                    || self.one_of(&["add", "min", "max"]).is_some()
                {
                    "%r3".into()
                } else {
                    String::new()
                }
            } else {
                format!("%r{n}")
            }),
            ("prefetch", 0) if self.has("tensormap") => text(match self.one_of(&["param", "const"]) {
                Some("param") => "[par]",
                Some(_) => "[con]",
                None => "[%ag]",
            }),
            ("mapa", 1) => Some(format!("%{}2", letter(self.ty(0)))),
            // A combined predicate comes with the operation that combines.
            ("set" | "setp", 3) => {
                text(if self.one_of(&["and", "or", "xor"]).is_some() { "!%p2" } else { "" })
            }
            _ => None,
        }
    }

    /// Of a copy by a tensor map.
    fn tensor(&self, n: usize) -> Option<String> {
        let rank = self.one_of(&["1d", "2d", "3d", "4d", "5d"])?.as_bytes()[0] - b'0';
        let map = format!("[%ag, {}]", list('r', 1, rank.into()));
        let offsets = || list('h', 1, usize::from(rank) - 2);
        let mut texts = if self.has("prefetch") {
            vec![map]
        } else if self.has("mbarrier::complete_tx::bytes") {
            vec!["[tile]".into(), map, "[bar]".into()]
        } else {
            vec![map, "[tile]".into()]
        };
        if self.has("im2col") {
            texts.push(offsets());
        }
        for (modifier, operand) in [("multicast::cluster", "%h1"), ("L2::cache_hint", "%l1")] {
            if self.row.operands.iter().any(|o| o.ends_with(modifier)) {
                texts.push(if self.has(modifier) { operand.into() } else { String::new() });
            }
        }
        texts.get(n).cloned()
    }

    fn bulk(&self, n: usize) -> Option<String> {
        let to_shared = self.has("mbarrier::complete_tx::bytes");
        let prefetch = self.has("prefetch");
        let from_global = to_shared && self.has("global");
        let list = if prefetch {
            vec!["[%ag]", "16"]
        } else if from_global {
            vec!["[tile]", "[%ag]", "16", "[bar]"]
        } else if to_shared {
            vec!["[tile]", "[tile+64]", "16", "[bar]"]
        } else {
            vec!["[%ag]", "[tile]", "16"]
        };
        if let Some(one) = list.get(n) {
            return Some((*one).into());
        }
        let mut rest = Vec::new();
        for (modifier, operand) in [("multicast::cluster", "%h1"), ("L2::cache_hint", "%l1")] {
            if self.row.operands.len() > list.len() && self.row.operands.iter().any(|o| o.ends_with(modifier))
            {
                rest.push(if self.has(modifier) { operand } else { "" });
            }
        }
        rest.get(n - list.len()).map(|o| (*o).to_owned())
    }

    fn mbarrier(&self, n: usize, full: bool) -> Option<String> {
        if self.one_of(&["arrive", "arrive_drop"]).is_none() {
            return (self.row.operands[n] == "m").then(|| "[bar]".into());
        }
        let remote = self.has("shared::cluster");
        let count = full || self.has("expect_tx") || self.has("noComplete");
        Some(match n {
            0 if remote => "_".into(),
            0 => "%l1".into(),
            1 => "[bar]".into(),
            _ => {
                if count {
                    "1".into()
                } else {
                    String::new()
                }
            }
        })
    }

    fn mma(&self, n: usize) -> String {
        let shape =
            self.mods.iter().find(|m| m.starts_with('m') && m.contains('k')).copied().unwrap_or("m8n8k4");
        let numbers: Vec<usize> =
            shape.split(|c: char| !c.is_ascii_digit()).filter_map(|t| t.parse().ok()).collect();
        let &[m, nn, k] = numbers.as_slice() else { return String::new() };
        let ty = self.ty(n);
        let elements = match n {
            1 if self.has("sp") || self.has("sp::ordered_metadata") => m * k / 2,
            1 => m * k,
            2 => k * nn,
            _ => m * nn,
        };
        let count = match (ty, shape, n) {
            ("f16", "m8n8k4", 1 | 2) => 2,
            ("f16", "m8n8k4", _) => 4,
            ("f32", "m8n8k4", _) => 8,
            ("f64", ..) => elements / 32,
            _ => (elements * bits(ty) / 1024).max(1),
        };
        list(
            match ty {
                "f32" => 'f',
                "f64" => 'd',
                _ => 'r',
            },
            1 + 8 * n,
            count,
        )
    }

    /// Columns of a multiplication of a warpgroup, 0 of what is none.
    fn group_columns(&self) -> usize {
        let columns = self.mods.iter().find_map(|m| m.strip_prefix("m64n")?.split_once('k'));
        columns.and_then(|(n, _)| n.parse().ok()).unwrap_or(0)
    }

    /// Of a multiplication of a warpgroup; in the full form A is in registers.
    fn group(&self, n: usize, full: bool) -> String {
        let scale = if self.has("sp") { 5 } else { 3 };
        let d = self.ty(0);
        match n {
            0 if d == "f16" => list('r', 1, self.group_columns() / 4),
            0 => list(if d == "f32" { 'f' } else { 'r' }, 1, self.group_columns() / 2),
            1 if full => list('r', 36, 4),
            1 | 2 => format!("%l{n}"),
            _ if n == scale => "%p1".into(),
            3 => "%r40".into(),
            4 if scale == 5 => "0".into(),
            _ if n <= scale + 2 => "-1".into(),
            // Registers are not transposed.
            _ if full && n == scale + 4 => String::new(),
            _ => "1".into(),
        }
    }

    fn wmma(&self, matrix: &str, n: usize) -> String {
        let shape =
            self.mods.iter().find(|m| m.starts_with('m') && m.contains('k')).copied().unwrap_or("m16n16k16");
        // `.mma` of halves names D and C alone.
        let halves = self.has("mma") && self.types.len() == 2;
        let ty = match (matrix, halves) {
            ("a" | "b", true) => "f16",
            ("c", true) => self.ty(1),
            ("d", _) => self.ty(0),
            ("a", _) => self.ty(if self.has("mma") { 1 } else { 0 }),
            ("b", _) => self.ty(if self.has("mma") { 2 } else { 0 }),
            _ => self.ty(if self.has("mma") { 3 } else { 0 }),
        };
        let wide = |a: usize, b: usize| if matrix == "a" { a } else { b };
        let count = match (ty, matrix, shape) {
            ("f16", "a" | "b", _) => 8,
            ("f16", ..) => 4,
            ("bf16", _, "m16n16k16") => 4,
            ("bf16", _, "m32n8k16") => wide(8, 2),
            ("bf16", ..) => wide(2, 8),
            ("s8" | "u8", _, "m16n16k16") => 2,
            ("s8" | "u8", _, "m32n8k16") => wide(4, 1),
            ("s8" | "u8", ..) => wide(1, 4),
            ("tf32", ..) => 4,
            ("f64", "a" | "b", _) => 1,
            ("f64", ..) => 2,
            ("s4" | "u4" | "b1", ..) => 1,
            ("s32", _, "m8n8k32" | "m8n8k128") => 2,
            _ => 8,
        };
        list(
            match ty {
                "f32" => 'f',
                "f64" => 'd',
                _ => 'r',
            },
            1 + 8 * n,
            count,
        )
    }

    fn texture(&self, n: usize, full: bool) -> Option<String> {
        let base = self.row.base;
        if base == "txq" || base == "suq" {
            return match n {
                0 => Some("%r1".into()),
                1 => Some("[%l1]".into()),
                _ => None,
            };
        }
        let geometry = self.one_of(&["1d", "2d", "3d", "a1d", "a2d", "cube", "acube"])?;
        let letter_of = if base == "tex" || base == "tld4" { letter(self.ty(1)) } else { 'r' };
        let coordinates = match geometry {
            "1d" => format!("{{%{letter_of}1}}"),
            "2d" => format!("{{%{letter_of}1, %{letter_of}2}}"),
            "3d" | "cube" => format!("{{%{letter_of}1, %{letter_of}2, %{letter_of}3, %{letter_of}3}}"),
            "a1d" => format!("{{%r5, %{letter_of}1}}"),
            _ => format!("{{%r5, %{letter_of}1, %{letter_of}2, %{letter_of}3}}"),
        };
        let steps = |from: usize| match geometry {
            "1d" | "a1d" => list('f', from, 1),
            "2d" | "a2d" => list('f', from, 2),
            _ => list('f', from, 4),
        };
        let address = format!("[%l1, {coordinates}]");
        let lanes = self.lanes();
        let values = match lanes {
            1 => format!("%{}1", letter(self.ty(0))),
            n => list(letter(self.ty(0)), 1, n),
        };
        let extra = if self.has("grad") {
            4
        } else if self.has("level") {
            3
        } else {
            2
        };
        let _ = full;
        match (base, n) {
            ("tex" | "tld4" | "suld", 0) | ("sust" | "sured", 1) => Some(values),
            (_, 0 | 1) => Some(address),
            ("tex", 2) if self.has("level") => Some(if self.ty(1) == "s32" { "%r4" } else { "%f4" }.into()),
            ("tex", 2) if self.has("grad") => Some(steps(8)),
            ("tex", 3) if self.has("grad") => Some(steps(12)),
            ("tex" | "tld4", n) if n >= extra || self.row.operands[n].contains('?') => Some(String::new()),
            _ => None,
        }
    }
}
