//! Choices encoded in a tree's numbers.

use super::forms::Pool;

/// Choices, taken from a number's low end.
pub(super) struct Picks(pub(super) u64);

impl Picks {
    pub(super) fn number(&mut self, n: usize) -> usize {
        let choice = self.0 % n as u64;
        self.0 = (self.0 / n as u64) ^ (choice << 57);
        choice as usize
    }

    pub(super) fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.number(from.len())]
    }

    pub(super) fn register(&mut self, pool: Pool) -> String {
        format!("{}{}", pool.name(), self.number(pool.count()))
    }

    /// Returns the distance of a 32-bit address below the target of its offset.
    pub(super) fn wrap_distance(&mut self) -> u32 {
        self.choose(&[0, 0, 16, 512, 1 << 20])
    }

    pub(super) fn predicate(&mut self) -> String {
        format!("{}{}", self.choose(&["", "!"]), self.register(Pool::Predicate))
    }

    /// Returns a predicate before the instruction, or nothing for most.
    pub(super) fn guard(&mut self) -> String {
        if self.number(4) == 0 { format!("@{} ", self.predicate()) } else { String::new() }
    }

    pub(super) fn constant(&mut self, pool: Pool) -> String {
        const WORDS: &[u32] =
            &[0, 1, 2, 3, 7, 8, 31, 32, 0x7f, 0xff, 0x7fff, 0xffff, 1 << 31, !0, 0x0102_0304];
        const FLOATS: &[u32] = &[0, 1 << 31, 0x3f80_0000, 0xbf00_0000, 0x7f80_0000, 0x7fc0_0000, 0x0000_0001];
        match pool {
            Pool::Half => format!("{}", self.choose(WORDS) & 0x7fff),
            Pool::Word => format!("{:#x}", self.choose(WORDS)),
            Pool::Long => format!("{:#x}", u64::from(self.choose(WORDS)) << self.choose(&[0, 0, 17, 32])),
            Pool::Float => format!("0f{:08X}", self.choose(FLOATS)),
            Pool::Double => format!("0d{:016X}", u64::from(self.choose(FLOATS)) << 32),
            Pool::Predicate => unreachable!("predicates have no constants"),
        }
    }

    pub(super) fn source(&mut self, pool: Pool, constants: bool) -> String {
        if constants && pool != Pool::Predicate && self.number(6) == 0 {
            self.constant(pool)
        } else {
            self.register(pool)
        }
    }
}

/// Chooses one of each `{a,b}`.
pub(super) fn choose(form: &str, picks: &mut Picks) -> String {
    let mut out = String::new();
    let mut rest = form;
    while let Some((before, after)) = rest.split_once('{') {
        let (choices, after) = after.split_once('}').expect("a choice ends");
        out += before;
        out += picks.choose(&choices.split(',').collect::<Vec<_>>());
        rest = after;
    }
    out + rest
}
