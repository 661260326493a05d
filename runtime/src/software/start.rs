//! The start: devices as the settings want them, and memory for all of them.

use super::device::Device;
use crate::Error;
use crate::backend;
use crate::check::checker;
use crate::config::{Config, MemorySetting};
use crate::exec::engine::Engine;
use crate::exec::{spin_wait, timeline};
use crate::memory::machine::Machine;
use crate::memory::observer::{Observer, Observers};
use crate::memory::unified::Settings;
use crate::memory::{Memory, Room};
use crate::sync::{Arc, OnceLock};
use crate::trace::{Level, log};
use device::residence::Habits;
use device::{Device as FrontEnd, Spec};

/// Makes the memory of a process and its devices, by ordinal.
///
/// # Errors
/// `System` if the system refuses the address range; `NoDevice` for a profile that does not exist.
pub(crate) fn start(config: &Config) -> Result<(&'static Memory, Vec<&'static dyn backend::Device>), Error> {
    let mut spec = Spec::named(&config.device).ok_or(Error::NoDevice)?;
    // Programs see devices in the order of the list, which ends at one that there is not.
    let physical: Vec<u32> = match &config.visible {
        Some(list) => list.iter().copied().take_while(|&n| n < config.devices).collect(),
        None => (0..config.devices).collect(),
    };
    if let Some(bits) = config.vector_bits {
        jit::limit_vectors(bits / 8);
    }
    let window = jit::Window::reserve_for(physical.len() as u32)
        .map_err(|e| Error::System { what: "no address range for device memory", kind: e.kind() })?;
    let window = Arc::new(window);
    let (room, machine) = memory_for(config.memory, spec.memory_bytes, physical.len() as u64, &window);
    spec.memory_bytes = room.total;
    let specs: Vec<Spec> = physical.iter().map(|_| spec.clone()).collect();
    let rooms: Vec<Room> = specs.iter().map(|_| room).collect();
    let managed = Settings {
        concurrent: spec.managed.concurrent,
        pageable: spec.managed.pageable,
        coherent: spec.managed.from_host,
        account: config.managed.report,
        kernels: config.managed.kernels,
        host: config.managed.host,
        drawn: config.trace.is_some(),
        habits: Habits { pin_after: config.managed.pin_after, grow: config.managed.grow },
    };
    // What kernels touch stays as long as the threads that run them, which nobody ends.
    let memory: &'static Memory =
        Box::leak(Box::new(Memory::new(Arc::clone(&window), &rooms, machine, managed, observers(config))));
    let device = |(ordinal, spec): (usize, Spec)| Device {
        ordinal,
        physical: physical[ordinal],
        engine: Engine::new(
            ordinal,
            FrontEnd::placing(spec.clone(), config.placement),
            timeline::observer(ordinal, &spec),
            Arc::clone(&window),
            Some(memory),
        ),
        spec,
        memory,
        all: OnceLock::new(),
    };
    // Threads run their work that nobody ends.
    let all: &'static [Device] = Vec::leak(specs.into_iter().enumerate().map(device).collect());
    for device in all {
        device.all.get_or_init(|| all);
    }
    Ok((memory, all.iter().map(|device| device as &dyn backend::Device).collect()))
}

/// Observers of memory that the settings ask for.
fn observers(config: &Config) -> Observers {
    let checker = checker().map(|checker| checker as &dyn Observer);
    let writes = config.simulates().then_some(&spin_wait::CopyRecorder as &dyn Observer);
    let each: Vec<&dyn Observer> = checker.into_iter().chain(writes).collect();
    Observers::new(each.leak())
}

/// Returns the memory of each device, and of this machine for all devices, managed and page-locked memory.
fn memory_for(setting: MemorySetting, profile: u64, devices: u64, window: &jit::Window) -> (Room, u64) {
    let fixed = |total| (Room { total, others: 0 }, u64::MAX);
    let machine = match setting {
        MemorySetting::Bytes(bytes) => return fixed(bytes),
        MemorySetting::Device => return fixed(profile),
        MemorySetting::Fitting => Machine::survey(),
    };
    let Some(machine) = machine else { return fixed(profile) };
    // Each has its share: what one device takes never makes a promise to another untrue.
    let devices = devices.max(1);
    let (total, free) = machine.for_devices();
    let addresses = window.heap().end - window.heap().start;
    let total = (total.min(addresses) / devices).min(profile);
    let room = Room { total, others: total.saturating_sub(free / devices) };
    log(
        Level::Call,
        format_args!(
            "memory of each of {devices} devices: {} MiB, others use {} MiB of it; this process may have {}, now {}, less an \
             eighth; HIP_SOFT_MEMORY sets another size",
            room.total >> 20,
            room.others >> 20,
            machine.capacity,
            machine.available
        ),
    );
    (room, machine.for_all())
}
