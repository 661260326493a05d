//! Requests of compiled code to the host: `printf`, `assert`, `malloc`, `free`, textures and surfaces, copies
//! by tensor maps.

use super::OPERANDS;
use super::check::Watching;
use crate::abi::{BlockContext, Requests};
use crate::check::Watched;
use crate::launch::Launch;
use crate::probe;
use crate::window::Window;
use ptx::exec::FaultKind;
use ptx::interp::{atomic_result, tensor_fault, texture_fault};
use ptx::ir::{AtomOp, InstId, Op, Scalar, Space, System};
use ptx::system::{self, Caller, CallerMemory, Freed, Text, ThreadText, Unreadable};
use ptx::tensor::{self, BoxMemory, Filtered};
use ptx::texture::{self, LANES, Objects, Texels, Words};

/// Carries out a request; 0, or 1 if the thread must stop.
///
/// # Safety
/// Compiled code passes its own context, which has a live launch, an instruction of the launch's function,
/// and [`OPERANDS`](super::OPERANDS) words.
pub(crate) unsafe extern "C" fn host_system(
    context: *mut BlockContext,
    inst: u32,
    thread: u32,
    words: *mut u64,
) -> u32 {
    // SAFETY: the caller guarantees the pointers; compiled code, which is waiting for this call, is the only
    // other user of the context, and the launch is only read.
    let (context, launch, words) = unsafe {
        let context = &mut *context;
        let launch = &*(context.launch as *const Launch);
        (context, launch, &mut *words.cast::<[u64; OPERANDS]>())
    };
    let instruction = launch.function().inst(InstId::new(inst as usize));
    if let (Op::Tensor(what), Some(_)) = (&instruction.op, &launch.watch) {
        // SAFETY: no other thread uses the block's watcher while the block runs.
        let watched = unsafe { &mut *(context.watched as *mut Watched) };
        let (places, line) = (InWindow(&launch.window), instruction.line);
        let mut places = Filtered(Watching { places, context, watched, thread, line });
        return match tensor::carry_out(what, words, &mut places).map_err(tensor_fault) {
            Ok(bytes) => {
                words[0] = bytes.into();
                0
            }
            Err(kind) => {
                context.requests.failed.get_or_insert(kind);
                1
            }
        };
    }
    match carry_out(launch, (context.ctaid, &mut context.requests), inst, thread, *words) {
        Ok(results) => {
            words[..results.len()].copy_from_slice(&results);
            0
        }
        Err(kind) => {
            context.requests.failed.get_or_insert(kind);
            1
        }
    }
}

fn carry_out(
    launch: &Launch,
    (block, asked): ([u32; 3], &mut Requests),
    inst: u32,
    thread: u32,
    args: [u64; OPERANDS],
) -> Result<[u64; 4], FaultKind> {
    match &launch.function().inst(InstId::new(inst as usize)).op {
        Op::System(System::Call(call)) => {
            let caller = Caller { block: launch.geometry.linear(block), thread };
            let Some(host) = &launch.host else { return Ok([call.unsupported_result(), 0, 0, 0]) };
            let args = &args[..call.operand_types().len()];
            host.call(*call, caller, args, &mut InWindow(&launch.window)).map(|v| [v, 0, 0, 0])
        }
        Op::System(request) => {
            let [a, b, c, d, e, ..] = args;
            request_of(launch, (block, asked), (*request, inst), thread, [a, b, c, d, e])
                .map(|v| [v, 0, 0, 0])
        }
        Op::Texture(request) => {
            let table = launch.host.as_ref().and_then(|host| host.textures());
            let table = table.map_or(&texture::EMPTY, |table| table);
            let objects = Objects { table, recent: &mut asked.textures };
            texture::carry_out(objects, request, &args, &mut InWindow(&launch.window)).map_err(texture_fault)
        }
        Op::Tensor(what) => {
            let bytes =
                tensor::carry_out(what, &args, &mut InWindow(&launch.window)).map_err(tensor_fault)?;
            Ok([bytes.into(), 0, 0, 0])
        }
        _ => Ok([0; 4]),
    }
}

/// Device memory, and the block's own, which also lies in the window.
pub(super) struct InWindow<'a>(pub(super) &'a Window);

impl Texels for InWindow<'_> {
    fn load(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        probe::read(self.0, address, bytes)
    }

    #[inline(always)]
    fn gather(&mut self, addresses: &[u64; LANES], bytes: u32, to: &mut [Words; 4]) -> bool {
        probe::read_each(self.0, addresses, bytes, to)
    }

    fn store(&mut self, address: u64, bytes: &[u8]) -> bool {
        probe::write(self.0, address, bytes)
    }

    fn combine(&mut self, address: u64, op: AtomOp, ty: Scalar, with: u64) -> bool {
        let change = |old: u64| atomic_result(op, ty, false, old.into(), with.into(), 0) as u64;
        self.0.update(address, ty.bytes(), change)
    }
}

impl BoxMemory for InWindow<'_> {
    fn read(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        probe::read(self.0, address, bytes)
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        probe::write(self.0, address, bytes)
    }

    fn combine(&mut self, address: u64, op: AtomOp, ty: Scalar, ftz: bool, with: u64) -> bool {
        let change = |old: u64| atomic_result(op, ty, ftz, old.into(), with.into(), 0) as u64;
        self.0.update(address, ty.bytes(), change)
    }
}

impl CallerMemory for InWindow<'_> {
    fn read(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        probe::read(self.0, address, bytes)
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        probe::write(self.0, address, bytes)
    }
}

fn request_of(
    launch: &Launch,
    (block, asked): ([u32; 3], &mut Requests),
    (request, inst): (System, u32),
    thread: u32,
    args: [u64; 5],
) -> Result<u64, FaultKind> {
    let illegal = |Unreadable(address)| FaultKind::IllegalAddress {
        space: Space::Generic,
        address,
        bytes: 1,
        write: false,
    };
    let mut read = |address: u64, to: &mut [u8]| launch.window.read(address, to);
    let mut say = |text| asked.said.push(ThreadText { thread, place: inst, text });
    match request {
        System::Printf => {
            let (count, text) = system::print(args[0], args[1], &mut read).map_err(illegal)?;
            text.into_iter().for_each(|text| say(Text::Print(text)));
            Ok(u64::from(count as u32))
        }
        System::Assert => {
            let [message, file, line, function, character] = args;
            let place = [block, launch.geometry.thread_at(thread)];
            let text = system::assertion([message, file, function], line as u32, character, place, &mut read);
            say(Text::Assertion(text.map_err(illegal)?));
            asked.asserted.get_or_insert((inst, thread));
            Ok(0)
        }
        System::Malloc => Ok(launch.host.as_ref().map_or(0, |host| host.allocate(args[0]))),
        System::Free if args[0] == 0 => Ok(0),
        System::Free => match launch.host.as_ref().map_or(Freed::Foreign, |host| host.free(args[0])) {
            Freed::Fine => Ok(0),
            Freed::Twice => Err(FaultKind::BadFree { address: args[0] }),
            Freed::Foreign => Err(illegal(Unreadable(args[0]))),
        },
        System::BadCall => Err(FaultKind::BadCall { address: args[0] }),
        // Has more operands than the others, and is carried out before.
        System::Call(call) => Ok(call.unsupported_result()),
    }
}
