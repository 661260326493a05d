//! Communication of threads without barriers: lanes of a warp in step through volatile shared memory, and
//! threads that wait in loops for other threads of the block.

use super::forms::Pool;
use super::picks::Picks;
use super::write::{Writer, line};
use std::fmt::Write;

/// Shared memory for it, by the thread's number in the block: words, and flags.
pub(super) const TALK: u32 = 512;

impl Writer {
    /// Writes an exchange of words through volatile shared memory among converged lanes of a warp:
    /// `converged`, or all.
    pub(super) fn talk(&mut self, picks: &mut Picks, converged: Option<&str>) {
        self.talks = true;
        let (word, value) = (picks.register(Pool::Word), picks.register(Pool::Word));
        match picks.number(2) {
            0 => line!(self, "xor.b32 %x2, %tid, {}", picks.choose(&[1, 2, 4, 8, 16, 31])),
            _ => {
                line!(self, "add.u32 %x2, %tid, {}", picks.choose(&[1, 3, 16, 30]));
                line!(self, "and.b32 %x2, %x2, 31");
                line!(self, "and.b32 %x3, %tid, {}", !31_u32);
                line!(self, "add.u32 %x2, %x2, %x3");
            }
        }
        if let Some(converged) = converged {
            // Diverged lanes may write at any time.
            line!(self, "and.b32 %x3, %x2, 31");
            line!(self, "shr.u32 %x3, {converged}, %x3");
            line!(self, "and.b32 %x3, %x3, 1");
            line!(self, "setp.ne.u32 %q, %x3, 0");
            line!(self, "selp.b32 %x2, %x2, %tid, %q");
        }
        line!(self, "mov.u32 %x1, talk");
        line!(self, "mad.lo.u32 %x0, %tid, 4, %x1");
        line!(self, "mad.lo.u32 %x1, %x2, 4, %x1");
        let (space, own, other) = if picks.number(3) == 0 {
            for n in 0..2 {
                line!(self, "cvt.u64.u32 %y{n}, %x{n}");
                line!(self, "cvta.shared.u64 %y{n}, %y{n}");
            }
            ("", "%y0".to_owned(), "%y1".to_owned())
        } else {
            let more = picks.wrap_distance();
            line!(self, "sub.u32 %x0, %x0, {more}");
            line!(self, "sub.u32 %x1, %x1, {more}");
            (".shared", format!("%x0+{more}"), format!("%x1+{more}"))
        };
        let guard = picks.guard();
        let kind = picks.number(3);
        if kind != 2 {
            line!(self, "{guard}st.volatile{space}.b32 [{own}], {value}");
        }
        for _ in 0..picks.number(3) {
            line!(self, "ld.volatile{space}.b32 %x4, [{other}]");
            line!(self, "ld.volatile{space}.b32 %x5, [{own}]");
            line!(self, "mad.lo.u32 %x4, %x5, 3, %x4");
            line!(self, "{guard}st.volatile{space}.b32 [{own}], %x4");
        }
        line!(self, "ld.volatile{space}.b32 {word}, [{other}]");
        if kind != 1 {
            line!(self, "st.volatile{space}.b32 [{own}], {word}");
        }
    }

    /// Writes an exchange of words among all threads of the block: some write before they wait in a loop,
    /// some after, in a loop of their own.
    pub(super) fn wait(&mut self, picks: &mut Picks) {
        let threads: u32 = self.block.iter().product();
        let (word, value) = (picks.register(Pool::Word), picks.register(Pool::Word));
        let (second, end) = (self.label(), self.label());
        let (strong, weak) = picks.choose(&[
            ("ld.volatile.shared.b32", "st.volatile.shared.b32"),
            ("ld.acquire.cta.shared.b32", "st.release.cta.shared.b32"),
            ("ld.relaxed.cta.shared.b32", "st.relaxed.cta.shared.b32"),
        ]);
        let [wait_first, wait_second] = [(); 2].map(|()| self.label());
        let apart = picks.choose(&[1_u32, 2, 16, 32]);
        // A thread waits for the one with this bit flipped, which does it in the opposite order.
        line!(self, "add.u32 %stamp, %stamp, 1");
        line!(self, "xor.b32 %x2, %tid, {apart}");
        line!(self, "setp.lt.u32 %q, %x2, {threads}");
        line!(self, "selp.b32 %x2, %x2, %tid, %q");
        line!(self, "mov.u32 %x1, flags");
        line!(self, "mad.lo.u32 %x0, %tid, 4, %x1");
        line!(self, "mad.lo.u32 %x1, %x2, 4, %x1");
        line!(self, "st.shared.b32 [%x0+{TALK}], {value}");
        line!(self, "membar.cta");
        line!(self, "and.b32 %x3, %tid, {apart}");
        line!(self, "setp.ne.u32 %q, %x3, 0");
        // A thread that waits for itself must write first.
        line!(self, "setp.ne.and.u32 %q, %x2, %tid, %q");
        line!(self, "@%q bra {second}");
        line!(self, "{weak} [%x0], %stamp");
        self.place(&wait_first);
        line!(self, "{strong} %x4, [%x1]");
        line!(self, "setp.lt.u32 %q, %x4, %stamp");
        line!(self, "@%q bra {wait_first}");
        line!(self, "bra {end}");
        self.place(&second);
        self.place(&wait_second);
        line!(self, "{strong} %x4, [%x1]");
        line!(self, "setp.lt.u32 %q, %x4, %stamp");
        line!(self, "@%q bra {wait_second}");
        line!(self, "{weak} [%x0], %stamp");
        self.place(&end);
        line!(self, "membar.cta");
        line!(self, "ld.shared.b32 {word}, [%x1+{TALK}]");
        line!(self, "bar.sync 0");
    }

    /// Writes the flags of ending threads, for those that would wait for them.
    pub(super) fn write_end_flags(&mut self, predicate: &str) {
        line!(self, "mov.u32 %x1, flags");
        line!(self, "mad.lo.u32 %x0, %tid, 4, %x1");
        line!(self, "@{predicate} st.volatile.shared.b32 [%x0], 0x7fffffff");
    }
}
