//! Choices that a tree's numbers stand for.

use super::forms::Pool;

/// Choices, taken from a number's low end.
pub(super) struct Picks(pub(super) u64);

impl Picks {
    pub(super) fn below(&mut self, n: usize) -> usize {
        let choice = self.0 % n as u64;
        self.0 = (self.0 / n as u64) ^ (choice << 57);
        choice as usize
    }

    pub(super) fn of<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    pub(super) fn register(&mut self, pool: Pool) -> String {
        format!("{}{}", pool.name(), self.below(pool.count()))
    }

    /// How far an address of 32 bits lies before what its offset leads to.
    pub(super) fn before(&mut self) -> u32 {
        self.of(&[0, 0, 16, 512, 1 << 20])
    }

    pub(super) fn predicate(&mut self) -> String {
        format!("{}{}", self.of(&["", "!"]), self.register(Pool::Predicate))
    }

    /// Nothing for most, else a predicate before the instruction.
    pub(super) fn guard(&mut self) -> String {
        if self.below(4) == 0 { format!("@{} ", self.predicate()) } else { String::new() }
    }

    pub(super) fn constant(&mut self, pool: Pool) -> String {
        const WORDS: &[u32] =
            &[0, 1, 2, 3, 7, 8, 31, 32, 0x7f, 0xff, 0x7fff, 0xffff, 1 << 31, !0, 0x0102_0304];
        const FLOATS: &[u32] = &[0, 1 << 31, 0x3f80_0000, 0xbf00_0000, 0x7f80_0000, 0x7fc0_0000, 0x0000_0001];
        match pool {
            Pool::Half => format!("{}", self.of(WORDS) & 0x7fff),
            Pool::Word => format!("{:#x}", self.of(WORDS)),
            Pool::Long => format!("{:#x}", u64::from(self.of(WORDS)) << self.of(&[0, 0, 17, 32])),
            Pool::Float => format!("0f{:08X}", self.of(FLOATS)),
            Pool::Double => format!("0d{:016X}", u64::from(self.of(FLOATS)) << 32),
            Pool::Predicate => unreachable!("predicates have no constants"),
        }
    }

    pub(super) fn source(&mut self, pool: Pool, constants: bool) -> String {
        if constants && pool != Pool::Predicate && self.below(6) == 0 {
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
        out += picks.of(&choices.split(',').collect::<Vec<_>>());
        rest = after;
    }
    out + rest
}
