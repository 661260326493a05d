//! What a thread asks of the host.

use super::block::Block;
use super::space::Access;
use super::{Launch, Memory};
use crate::exec::FaultKind;
use crate::ir::{Inst, InstId, Op, Space, System};
use crate::system::{self, Freed, Note, Output, Said, Unreadable};

impl Block {
    /// Carries out a request of thread `t`.
    pub(super) fn system(
        &mut self,
        launch: &Launch<'_>,
        memory: &mut impl Memory,
        t: usize,
        (id, inst): (InstId, &Inst),
    ) -> Result<(), FaultKind> {
        let Op::System(request) = inst.op else { return Ok(()) };
        let arg = |n: usize| inst.args.get(n).map_or(0, |&v| self.get(launch, t, v) as u64);
        let args: [u64; 5] = std::array::from_fn(arg);
        let mut read = |address: u64, to: &mut [u8]| {
            // Byte by byte: arguments need no alignment that they do not have.
            (address..).zip(to.chunks_mut(1)).all(|(address, byte)| {
                let access = Access { space: Space::Generic, address, thread: t };
                self.spaces.load(launch, memory, access, byte).is_ok()
            })
        };
        let illegal = |Unreadable(address)| FaultKind::IllegalAddress {
            space: Space::Generic,
            address,
            bytes: 1,
            write: false,
        };
        let mut say = |note| self.said.push(Said { thread: t as u32, place: id.index() as u32, note });
        let result = match request {
            System::Printf => {
                let (count, text) = system::print(args[0], args[1], &mut read).map_err(illegal)?;
                if let Some(text) = text {
                    say(Note::Print(text));
                }
                count as u32 as u64
            }
            System::Assert => {
                let [message, file, line, function, character] = args;
                let place = [self.at, launch.geometry.thread_at(t as u32)];
                let strings = [message, file, function];
                let text =
                    system::assertion(strings, line as u32, character, place, &mut read).map_err(illegal)?;
                say(Note::Assertion(text));
                self.asserted.get_or_insert((inst.line, t));
                0
            }
            System::Malloc => memory.host().map_or(0, |host| host.allocate(args[0])),
            System::Free => match memory.host().map_or(Freed::Foreign, |host| host.free(args[0])) {
                Freed::Fine => 0,
                _ if args[0] == 0 => 0,
                Freed::Twice => return Err(FaultKind::BadFree { address: args[0] }),
                Freed::Foreign => return Err(illegal(Unreadable(args[0]))),
            },
            System::BadCall => return Err(FaultKind::BadCall { address: args[0] }),
        };
        if let Some(&v) = inst.results.first() {
            self.set(launch, t, v, u128::from(result));
        }
        Ok(())
    }

    /// Hands out what threads said, in order.
    pub(super) fn hand_out(&mut self, launch: &Launch<'_>, memory: &mut impl Memory) {
        if self.said.is_empty() {
            return;
        }
        let texts = system::in_order(std::mem::take(&mut self.said));
        if let Some(host) = memory.host() {
            let [x, y, z] = self.at.map(u64::from);
            let [nx, ny, _] = launch.geometry.grid.map(u64::from);
            host.say(Output { block: x + nx * (y + ny * z), texts });
        }
    }
}
