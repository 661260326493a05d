//! Requests of a thread to the host.

use super::block::Block;
use super::space::{Access, Spaces};
use super::watch::{AccessKind, NO_INST, Stored};
use super::{LaunchState, Memory};
use crate::exec::FaultKind;
use crate::ir::{Inst, InstId, Op, Order, Space, System};
use crate::system::{self, Call, Caller, CallerMemory, Freed, Output, RETRY, Text, ThreadText, Unreadable};

/// Memory as seen by a thread.
struct ThreadMemory<'a, 'l, M> {
    spaces: &'a mut Spaces,
    launch: &'a LaunchState<'l>,
    memory: &'a mut M,
    thread: usize,
    line: u32,
}

impl<M: Memory> CallerMemory for ThreadMemory<'_, '_, M> {
    fn read(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        (address..).zip(bytes.chunks_mut(1)).all(|(address, byte)| {
            let access = Access { space: Space::Generic, address, thread: self.thread };
            self.spaces.load(self.launch, self.memory, access, byte).is_ok()
        })
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        (address..).zip(bytes.chunks(1)).all(|(address, byte)| {
            let access = Access { space: Space::Generic, address, thread: self.thread };
            let event = access.event(
                (1, Stored::default()),
                AccessKind::Store,
                Order::Weak,
                (self.line, NO_INST),
                self.spaces,
            );
            !self.memory.watch(event) || self.spaces.store(self.memory, access, byte).is_ok()
        })
    }
}

impl Block {
    /// Executes a call of the device runtime for thread `t`; returns its result.
    pub(super) fn call(
        &mut self,
        launch: &LaunchState<'_>,
        memory: &mut impl Memory,
        t: usize,
        (inst, call): (&Inst, Call),
    ) -> Result<u64, FaultKind> {
        let args: Vec<u64> = inst.args.iter().map(|&v| self.get(launch, t, v) as u64).collect();
        let Some(host) = memory.shared_host() else { return Ok(call.unsupported_result()) };
        let caller = Caller { block: launch.geometry.linear(self.at), thread: t as u32 };
        let mut reach = ThreadMemory { spaces: &mut self.spaces, launch, memory, thread: t, line: inst.line };
        let result = host.call(call, caller, &args, &mut reach)?;
        if let Some(&v) = inst.results.first() {
            self.set(launch, t, v, u128::from(result));
        }
        Ok(result)
    }

    /// Executes a request of thread `t`. Returns whether it must be repeated after other threads have run.
    pub(super) fn system(
        &mut self,
        launch: &LaunchState<'_>,
        memory: &mut impl Memory,
        t: usize,
        (id, inst): (InstId, &Inst),
    ) -> Result<bool, FaultKind> {
        let Op::System(request) = inst.op else { return Ok(false) };
        let arg = |n: usize| inst.args.get(n).map_or(0, |&v| self.get(launch, t, v) as u64);
        let args: [u64; 5] = std::array::from_fn(arg);
        let mut read = |address: u64, to: &mut [u8]| {
            // Read single bytes, because arguments need not be aligned.
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
        let mut print =
            |text| self.texts.push(ThreadText { thread: t as u32, place: id.index() as u32, text });
        let result = match request {
            System::Printf => {
                let (count, text) = system::print(args[0], args[1], &mut read).map_err(illegal)?;
                if let Some(text) = text {
                    print(Text::Print(text));
                }
                count as u32 as u64
            }
            System::Assert => {
                let [message, file, line, function, character] = args;
                let place = [self.at, launch.geometry.thread_at(t as u32)];
                let strings = [message, file, function];
                let text =
                    system::assertion(strings, line as u32, character, place, &mut read).map_err(illegal)?;
                print(Text::Assertion(text));
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
            System::Call(call) => {
                let result = self.call(launch, memory, t, (inst, call))?;
                return Ok(call.may_block() && result == u64::from(RETRY));
            }
        };
        if let Some(&v) = inst.results.first() {
            self.set(launch, t, v, u128::from(result));
        }
        Ok(false)
    }

    /// Hands out the texts of threads, in order.
    pub(super) fn flush_texts(&mut self, launch: &LaunchState<'_>, memory: &mut impl Memory) {
        if self.texts.is_empty() {
            return;
        }
        let texts = system::sort_texts(std::mem::take(&mut self.texts));
        if let Some(host) = memory.host() {
            host.write_output(Output { block: launch.geometry.linear(self.at), texts });
        }
    }
}
