//! Green contexts (HIP: "Execution Context").

use crate::entry::{In, Out, entry_points};
use crate::types::{Context, Desc, Event, Stream};
use hip_sys::{
    hipDevResource, hipDevResourceType as Kind, hipDevSmResource, hipDevSmResourceGroupParams,
    hipDevWorkqueueConfigResource, hipDevWorkqueueConfigScope as Scope, zeroed,
};
use runtime::api::{StreamRef, green};
use runtime::object::{QueueConfig, QueueWish, WorkQueues};
use runtime::{Backend, DriverResource as Resource, Error, SmResource};

// Kinds of resources.
const SM: Kind = Kind::hipDevResourceTypeSm;
const QUEUE_CONFIG: Kind = Kind::hipDevResourceTypeWorkqueueConfig;
const QUEUES: Kind = Kind::hipDevResourceTypeWorkqueue;

/// Words of the private part of a resource, which is opaque to C.
#[derive(Clone, Copy, Default)]
struct Private {
    device: u32,
    split: u32,
    flags: u32,
    sms: [u32; 8],
    rest: [u32; 12],
}

impl Private {
    fn read(from: &hipDevResource) -> Self {
        let word = |n: usize| {
            let byte = |m: usize| from._internal_padding[4 * n + m];
            u32::from_ne_bytes([byte(0), byte(1), byte(2), byte(3)])
        };
        Private {
            device: word(0),
            split: word(1),
            flags: word(2),
            sms: std::array::from_fn(|n| word(3 + n)),
            rest: std::array::from_fn(|n| word(11 + n)),
        }
    }

    fn write(&self, to: &mut hipDevResource) {
        let head = [self.device, self.split, self.flags];
        let words = head.into_iter().chain(self.sms).chain(self.rest);
        for (bytes, word) in to._internal_padding.chunks_exact_mut(4).zip(words) {
            bytes.copy_from_slice(&word.to_ne_bytes());
        }
    }
}

/// Converts SMs to a bit mask.
fn bits(sms: impl Iterator<Item = u16>) -> [u32; 8] {
    let mut bits = [0; 8];
    for sm in sms {
        bits[usize::from(sm / 32)] |= 1 << (sm % 32);
    }
    bits
}

/// Bytes of the public part of a driver's resource, whose last word says the device.
const PUBLIC: usize = 40;

/// Converts what CUDA's driver has to C. The driver does not tell the device of a resource, so that stands
/// behind its facts.
fn driver_to_c(own: &Resource, device: u32) -> hipDevResource {
    let words = own.words();
    let mut out = zeroed::<hipDevResource>();
    out.type_ = Kind(words[0]);
    for (bytes, word) in out._internal_padding.chunks_exact_mut(4).zip(&words[1..]) {
        bytes.copy_from_slice(&word.to_ne_bytes());
    }
    let mut public = [0; PUBLIC];
    for (bytes, word) in public.chunks_exact_mut(4).zip(&words[24..]) {
        bytes.copy_from_slice(&word.to_ne_bytes());
    }
    public[PUBLIC - 4..].copy_from_slice(&device.to_ne_bytes());
    out.__bindgen_anon_1._oversize = public;
    out
}

/// Converts a driver's resource from C.
fn driver_from_c(resource: &hipDevResource) -> SmResource {
    // SAFETY: any bytes are a value of the member.
    let public: [u8; PUBLIC] = unsafe { resource.__bindgen_anon_1._oversize };
    let word = |bytes: &[u8]| u32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let mut words = [0; 34];
    words[0] = resource.type_.0;
    let bytes = resource._internal_padding.chunks_exact(4).chain(public.chunks_exact(4));
    words[1..].iter_mut().zip(bytes).for_each(|(to, bytes)| *to = word(bytes));
    let device = std::mem::take(&mut words[33]);
    SmResource::of_driver(device, Resource::from_words(words))
}

fn to_c(resource: &SmResource) -> hipDevResource {
    if let Some(own) = &resource.driver {
        return driver_to_c(own, resource.device);
    }
    let sms = bits(resource.sms.iter());
    let count = resource.sms.len();
    // Only a resource that can be split has an alignment (an H200 returns 0 for the result of a split).
    let whole = resource.split == 0;
    // A group of a split by sizes returns its coscheduled size.
    let alignment = match resource.coscheduled {
        0 if whole => resource.align,
        coscheduled => coscheduled,
    };
    let mut rest = [0; 12];
    rest[..3].copy_from_slice(&[resource.coscheduled, resource.min, resource.align]);
    rest[3..11].copy_from_slice(&bits(resource.begins.iter()));
    let mut out = zeroed::<hipDevResource>();
    out.type_ = if count == 0 { Kind::hipDevResourceTypeInvalid } else { SM };
    out.__bindgen_anon_1.sm = hipDevSmResource {
        smCount: count,
        minSmPartitionSize: if whole { resource.min } else { 0 },
        smCoscheduledAlignment: alignment,
        flags: resource.flags,
    };
    let (device, split, flags) = (resource.device, resource.split, resource.flags);
    Private { device, split, flags, sms, rest }.write(&mut out);
    out
}

fn from_c(resource: &hipDevResource) -> Result<SmResource, Error> {
    check_type(resource.type_)?;
    if runtime::backend()? == Backend::Cuda {
        return Ok(driver_from_c(resource));
    }
    // SAFETY: any bytes are a value of the member.
    let sm_count = unsafe { resource.__bindgen_anon_1.sm }.smCount;
    let resource = Private::read(resource);
    let device = i32::try_from(resource.device).unwrap_or(-1);
    let whole = green::device_resource(device)?;
    let of = |bits: &[u32], sm: u16| bits[usize::from(sm / 32)] >> (sm % 32) & 1 == 1;
    let own = || whole.sms.iter().filter(|&sm| of(&resource.sms, sm));
    let (flags, split, [coscheduled, min, align, begins @ ..]) =
        (resource.flags, resource.split, resource.rest);
    let (sms, begins) = (own().collect(), own().filter(|&sm| of(&begins, sm)).collect());
    let device = whole.device;
    let found = SmResource { device, sms, begins, min, align, flags, coscheduled, split, driver: None };
    if found.sms.len() != sm_count {
        return Err(Error::ResourceConfiguration { why: "a resource's number of SMs was changed" });
    }
    Ok(found)
}

fn check_type(kind: Kind) -> Result<(), Error> {
    if kind == SM { Ok(()) } else { Err(Error::ResourceType { got: kind.0 }) }
}

/// Returns a resource of a kind: SMs, or, if the version's rules support them, work queues.
fn of_kind(
    kind: Kind,
    sms: impl FnOnce() -> Result<SmResource, Error>,
    queues: impl FnOnce() -> Result<WorkQueues, Error>,
) -> Result<hipDevResource, Error> {
    match kind {
        SM => Ok(to_c(&sms()?)),
        QUEUE_CONFIG | QUEUES if green::rules_know_queues() => Ok(queues_to_c(kind, &queues()?)),
        Kind(got) => Err(Error::ResourceType { got }),
    }
}

/// Converts work queues: the members of `hipDevWorkqueueConfigResource` overlap those of SMs. Existing queues
/// are identified in the private part.
fn queues_to_c(kind: Kind, queues: &WorkQueues) -> hipDevResource {
    let (owner, set) = queues.words();
    let mut rest = [0; 12];
    if kind == QUEUES {
        rest[..3].copy_from_slice(&[owner as u32, (owner >> 32) as u32, set]);
    }
    let mut out = zeroed::<hipDevResource>();
    out.type_ = kind;
    out.__bindgen_anon_1.wqConfig = hipDevWorkqueueConfigResource {
        device: queues.config.device as i32,
        wqConcurrencyLimit: queues.config.limit,
        sharingScope: match queues.config.balanced {
            false => Scope::hipDevWorkqueueConfigScopeDeviceCtx,
            true => Scope::hipDevWorkqueueConfigScopeGreenCtxBalanced,
        },
    };
    Private { device: queues.config.device, rest, ..Private::default() }.write(&mut out);
    out
}

/// Returns the request that a resource of work queues describes.
fn queues_from_c(resource: &hipDevResource) -> Result<QueueWish, Error> {
    // SAFETY: any bytes are a value of the member.
    let given = unsafe { resource.__bindgen_anon_1.wqConfig };
    let balanced = match given.sharingScope {
        Scope::hipDevWorkqueueConfigScopeDeviceCtx => false,
        Scope::hipDevWorkqueueConfigScopeGreenCtxBalanced => true,
        Scope(got) => return Err(Error::UnknownEnumerator { what: "scope of work queues", got: got.into() }),
    };
    let config = QueueConfig { device: given.device as u32, limit: given.wqConcurrencyLimit, balanced };
    let [low, high, set, ..] = Private::read(resource).rest;
    let owner = u64::from(low) | u64::from(high) << 32;
    Ok(match resource.type_ {
        QUEUE_CONFIG => QueueWish::Config(config),
        _ => QueueWish::Existing(WorkQueues::from_words(config, (owner, set))),
    })
}

entry_points! {
    /// All SMs of a device, or its work queues.
    fn hipDeviceGetDevResource(device: i32, out: Out<hipDevResource>, kind: Kind) {
        let out = out.wanted("resource")?;
        out.set(of_kind(kind, || green::device_resource(device), || green::device_queues(device))?);
    }
    /// The SMs of a context, or its work queues.
    fn hipExecutionCtxGetDevResource(context: Context, out: Out<hipDevResource>, kind: Kind) {
        let (out, id) = (out.wanted("resource")?, context.id()?);
        out.set(of_kind(kind, || green::context_resource(id), || green::context_queues(id))?);
    }
    /// The SMs of a stream.
    fn hipStreamGetDevResource(stream: Stream, out: Out<hipDevResource>, kind: Kind) {
        let out = out.wanted("resource")?;
        check_type(kind)?;
        out.set(to_c(&green::stream_resource(StreamRef::from_word(stream.word())?)?));
    }
    /// Splits SMs into groups; with a null pointer, only returns their number.
    fn hipDevSmResourceSplitByCount(
        result: Out<hipDevResource>,
        groups: Out<u32>,
        input: In<hipDevResource>,
        remainder: Out<hipDevResource>,
        flags: u32,
        min_count: u32,
    ) {
        let groups = groups.wanted("nbGroups")?;
        let input = from_c(&input.read("input")?)?;
        let result = result.optional();
        let most = result.as_ref().map(|_| groups.get());
        let (parts, rest) = green::split(&input, most, flags, min_count)?;
        groups.set(parts.len() as u32);
        if let Some(result) = result {
            for (n, part) in parts.iter().enumerate() {
                result.set_at(n, to_c(part));
            }
            if let Some(remainder) = remainder.optional() {
                remainder.set(to_c(&rest));
            }
        }
    }
    /// Splits SMs into groups of given sizes; sizes of 0 are determined, and returned in the parameters.
    fn hipDevSmResourceSplit(
        result: Out<hipDevResource>,
        groups: u32,
        input: In<hipDevResource>,
        remainder: Out<hipDevResource>,
        flags: u32,
        asked: Out<hipDevSmResourceGroupParams>,
    ) {
        let asked = asked.wanted("groupParams")?;
        let input = from_c(&input.read("input")?)?;
        if flags != 0 {
            return Err(Error::BadFlags { what: "a split", got: flags.into() });
        }
        let mut wanted = Vec::new();
        for n in 0..groups as usize {
            let group = asked.get_at(n);
            if group.flags & !green::BACKFILL != 0 {
                return Err(Error::BadFlags { what: "a group of SMs", got: group.flags.into() });
            }
            if let Some(&got) = group.reserved.iter().find(|&&word| word != 0) {
                return Err(Error::OutOfRange { what: "reserved word", got: got.into(), min: 0, max: 0 });
            }
            wanted.push(green::Wanted {
                sms: group.smCount,
                coscheduled: group.coscheduledSmCount,
                preferred: group.preferredCoscheduledSmCount,
                backfill: group.flags & green::BACKFILL != 0,
            });
        }
        let result = result.optional();
        let (parts, rest) = green::split_into(&input, &wanted, result.is_none())?;
        for (n, part) in parts.iter().enumerate() {
            let mut group = asked.get_at(n);
            group.smCount = part.sms.len();
            if group.coscheduledSmCount == 0 {
                group.coscheduledSmCount = green::told_coscheduling(part.device).unwrap_or(0);
            }
            asked.set_at(n, group);
        }
        if let Some(result) = result {
            parts.iter().enumerate().for_each(|(n, part)| result.set_at(n, to_c(part)));
            if let Some(remainder) = remainder.optional() {
                remainder.set(to_c(&rest));
            }
        }
    }
    /// Creates a descriptor of resources for one green context.
    fn hipDevResourceGenerateDesc(out: Out<Desc>, resources: In<hipDevResource>, count: u32) {
        let out = out.wanted("phDesc")?;
        if resources.is_null() {
            return Err(Error::Null { what: "resources" });
        }
        let (mut sms, mut wishes) = (Vec::new(), Vec::new());
        for resource in resources.array(count as usize)? {
            match resource.type_ {
                QUEUE_CONFIG | QUEUES if green::rules_know_queues() => wishes.push(queues_from_c(&resource)?),
                _ => sms.push(from_c(&resource)?),
            }
        }
        out.set(Desc::of(match wishes[..] {
            [] => green::describe(&sms)?,
            _ => green::describe_with(&sms, &wishes)?,
        }));
    }
    /// Makes a green context.
    fn hipGreenCtxCreate(out: Out<Context>, desc: Desc, device: i32, flags: u32) {
        let out = out.wanted("ctx")?;
        if desc.word() == 0 {
            return Err(Error::Null { what: "desc" });
        }
        out.set(Context::of(green::create(desc.id()?, device, flags)?));
    }
    /// Destroys a green context.
    fn hipExecutionCtxDestroy(context: Context) { green::destroy(context.id()?)?; }
    /// The execution context of a whole device.
    fn hipDeviceGetExecutionCtx(out: Out<Context>, device: i32) {
        let out = out.wanted("ctx")?;
        out.set(Context::of(green::device_context(device)?));
    }
    /// Makes a stream of a green context.
    fn hipExecutionCtxStreamCreate(out: Out<Stream>, context: Context, flags: u32, priority: i32) {
        let out = out.wanted("stream")?;
        out.set(Stream::of(green::create_stream(context.id()?, flags, priority)?));
    }
    /// A context's device.
    fn hipExecutionCtxGetDevice(out: Out<i32>, context: Context) {
        let out = out.wanted("device")?;
        out.set(green::device(context.id()?)?);
    }
    /// Number of a context, unique in the process.
    fn hipExecutionCtxGetId(context: Context, out: Out<u64>) {
        let out = out.wanted("ctxId")?;
        // In CUDA, null is the current green context.
        let none = context.word() == 0;
        out.set(if none { green::current_number()? } else { green::number(context.id()?)? });
    }
    /// Waits for all work of a context.
    fn hipExecutionCtxSynchronize(context: Context) { green::synchronize(context.id()?)?; }
    /// Records an event over all work of a context.
    fn hipExecutionCtxRecordEvent(context: Context, event: Event) {
        green::record_event(context.id()?, event.id()?)?;
    }
    /// Makes later work of a context wait for an event.
    fn hipExecutionCtxWaitEvent(context: Context, event: Event) {
        green::wait_event(context.id()?, event.id()?)?;
    }

    /// Extension: the context of a green context, for calls with a context parameter.
    fn hipExtCtxFromGreenCtx(out: Out<Context>, context: Context) {
        let out = out.wanted("ctx")?;
        out.set(Context::of(green::as_context(context.id()?)?));
    }
    /// Extension: the SMs or work queues of a context, like CUDA's `cuCtxGetDevResource`.
    fn hipExtCtxGetDevResource(context: Context, out: Out<hipDevResource>, kind: Kind) {
        let (out, id) = (out.wanted("resource")?, context.id()?);
        out.set(of_kind(kind, || green::context_resource(id), || green::context_queues(id))?);
    }
    /// Extension: the green context that a stream belongs to, or null.
    fn hipExtStreamGetGreenCtx(stream: Stream, out: Out<Context>) {
        let out = out.wanted("ctx")?;
        let found = green::of_stream(StreamRef::from_word(stream.word())?)?;
        out.set(found.map_or(Context::NULL, Context::of));
    }
    /// Extension: destroys a green context; equivalent of CUDA's function.
    fn hipExtGreenCtxDestroy(context: Context) { green::destroy(context.id()?)?; }
}
