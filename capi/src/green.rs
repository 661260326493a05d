//! Green contexts (HIP: "Execution Context").

use crate::entry::{In, Out, entry_points};
use crate::types::{Context, Desc, DevResource, Event, SmGroup, Stream};
use runtime::api::{StreamRef, green};
use runtime::object::{QueueConfig, QueueWish, WorkQueues};
use runtime::{Error, SmResource};

/// `hipDevResourceTypeSm`, `…WorkqueueConfig`, `…Workqueue`
const SM: u32 = 1;
const QUEUE_CONFIG: u32 = 1000;
const QUEUES: u32 = 10000;

/// SMs as bits.
fn bits(sms: impl Iterator<Item = u16>) -> [u32; 8] {
    let mut bits = [0; 8];
    for sm in sms {
        bits[usize::from(sm / 32)] |= 1 << (sm % 32);
    }
    bits
}

fn to_c(resource: &SmResource) -> DevResource {
    let sms = bits(resource.sms.iter());
    let count = resource.sms.len();
    // Only a resource that may be split says how (an H200 answers 0 for the outcome of a split).
    let whole = resource.split == 0;
    // A group of a split by sizes says what it is made of.
    let alignment = match resource.coscheduled {
        0 if whole => resource.align,
        coscheduled => coscheduled,
    };
    let mut rest = [0; 12];
    rest[..3].copy_from_slice(&[resource.coscheduled, resource.min, resource.align]);
    rest[3..11].copy_from_slice(&bits(resource.begins.iter()));
    DevResource {
        kind: if count == 0 { 0 } else { SM },
        device: resource.device,
        split: resource.split,
        flags: resource.flags,
        sms,
        rest,
        sm_count: count,
        min_partition: if whole { resource.min } else { 0 },
        alignment,
        sm_flags: resource.flags,
        oversize: [0; 6],
        next: 0,
    }
}

fn from_c(resource: &DevResource) -> Result<SmResource, Error> {
    if resource.kind != SM {
        return Err(Error::ResourceType { got: resource.kind });
    }
    let device = i32::try_from(resource.device).unwrap_or(-1);
    let whole = green::device_resource(device)?;
    let of = |bits: &[u32], sm: u16| bits[usize::from(sm / 32)] >> (sm % 32) & 1 == 1;
    let own = || whole.sms.iter().filter(|&sm| of(&resource.sms, sm));
    let (flags, split, [coscheduled, min, align, begins @ ..]) =
        (resource.flags, resource.split, resource.rest);
    let (sms, begins) = (own().collect(), own().filter(|&sm| of(&begins, sm)).collect());
    let found = SmResource { device: whole.device, sms, begins, min, align, flags, coscheduled, split };
    if found.sms.len() != resource.sm_count {
        return Err(Error::ResourceConfiguration { why: "a resource's number of SMs was changed" });
    }
    Ok(found)
}

fn check_type(kind: u32) -> Result<(), Error> {
    if kind == SM { Ok(()) } else { Err(Error::ResourceType { got: kind }) }
}

/// A resource of a kind: SMs, or, where the rules know any, work queues.
fn of_kind(
    kind: u32,
    sms: impl FnOnce() -> Result<SmResource, Error>,
    queues: impl FnOnce() -> Result<WorkQueues, Error>,
) -> Result<DevResource, Error> {
    match kind {
        SM => Ok(to_c(&sms()?)),
        QUEUE_CONFIG | QUEUES if green::rules_know_queues() => Ok(queues_to_c(kind, &queues()?)),
        got => Err(Error::ResourceType { got }),
    }
}

/// Work queues: the members of `hipDevWorkqueueConfigResource` lie where those of SMs do. Those that there are bear in
/// the private part which they are.
fn queues_to_c(kind: u32, queues: &WorkQueues) -> DevResource {
    let (owner, set) = queues.words();
    let mut rest = [0; 12];
    if kind == QUEUES {
        rest[..3].copy_from_slice(&[owner as u32, (owner >> 32) as u32, set]);
    }
    DevResource {
        kind,
        device: queues.config.device,
        split: 0,
        flags: 0,
        sms: [0; 8],
        rest,
        sm_count: queues.config.device,
        min_partition: queues.config.limit,
        alignment: queues.config.balanced.into(),
        sm_flags: 0,
        oversize: [0; 6],
        next: 0,
    }
}

/// The wish that a resource of work queues is.
fn queues_from_c(resource: &DevResource) -> Result<QueueWish, Error> {
    let balanced = match resource.alignment {
        0 => false,
        1 => true,
        got => return Err(Error::UnknownEnumerator { what: "scope of work queues", got: got.into() }),
    };
    let config = QueueConfig { device: resource.sm_count, limit: resource.min_partition, balanced };
    let owner = u64::from(resource.rest[0]) | u64::from(resource.rest[1]) << 32;
    Ok(match resource.kind {
        QUEUE_CONFIG => QueueWish::Config(config),
        _ => QueueWish::Existing(WorkQueues::from_words(config, (owner, resource.rest[2]))),
    })
}

entry_points! {
    /// All SMs of a device, or its work queues.
    fn hipDeviceGetDevResource(device: i32, out: Out<DevResource>, kind: u32) {
        let out = out.wanted("resource")?;
        out.set(of_kind(kind, || green::device_resource(device), || green::device_queues(device))?);
    }
    /// The SMs of a context, or its work queues.
    fn hipExecutionCtxGetDevResource(context: Context, out: Out<DevResource>, kind: u32) {
        let (out, id) = (out.wanted("resource")?, context.id()?);
        out.set(of_kind(kind, || green::context_resource(id), || green::context_queues(id))?);
    }
    /// The SMs of a stream.
    fn hipStreamGetDevResource(stream: Stream, out: Out<DevResource>, kind: u32) {
        let out = out.wanted("resource")?;
        check_type(kind)?;
        out.set(to_c(&green::stream_resource(StreamRef::from_word(stream.word())?)?));
    }
    /// Splits SMs into groups; without a place for them, only says how many there would be.
    fn hipDevSmResourceSplitByCount(
        result: Out<DevResource>,
        groups: Out<u32>,
        input: In<DevResource>,
        remainder: Out<DevResource>,
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
    /// Splits SMs into groups of given sizes; sizes of 0 are found out, and told where they were asked for.
    fn hipDevSmResourceSplit(
        result: Out<DevResource>,
        groups: u32,
        input: In<DevResource>,
        remainder: Out<DevResource>,
        flags: u32,
        asked: Out<SmGroup>,
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
                sms: group.sms,
                coscheduled: group.coscheduled,
                preferred: group.preferred,
                backfill: group.flags & green::BACKFILL != 0,
            });
        }
        let result = result.optional();
        let (parts, rest) = green::split_into(&input, &wanted, result.is_none())?;
        for (n, part) in parts.iter().enumerate() {
            let mut group = asked.get_at(n);
            group.sms = part.sms.len();
            if group.coscheduled == 0 {
                group.coscheduled = green::told_coscheduling(part.device).unwrap_or(0);
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
    /// A descriptor of resources that belong together.
    fn hipDevResourceGenerateDesc(out: Out<Desc>, resources: In<DevResource>, count: u32) {
        let out = out.wanted("phDesc")?;
        if resources.is_null() {
            return Err(Error::Null { what: "resources" });
        }
        let (mut sms, mut wishes) = (Vec::new(), Vec::new());
        for resource in resources.array(count as usize)? {
            match resource.kind {
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
    /// The execution context that is all of a device.
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
    /// A number that no other context has.
    fn hipExecutionCtxGetId(context: Context, out: Out<u64>) {
        let out = out.wanted("ctxId")?;
        // CUDA: none stands for the green context that is current.
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

    /// Extension: the context of a green context, for calls that take a context.
    fn hipExtCtxFromGreenCtx(out: Out<Context>, context: Context) {
        let out = out.wanted("ctx")?;
        out.set(Context::of(green::as_context(context.id()?)?));
    }
    /// Extension: the SMs of a context that calls take as one, or its work queues, as CUDA's `cuCtxGetDevResource` has it.
    fn hipExtCtxGetDevResource(context: Context, out: Out<DevResource>, kind: u32) {
        let (out, id) = (out.wanted("resource")?, context.id()?);
        out.set(of_kind(kind, || green::context_resource(id), || green::context_queues(id))?);
    }
    /// Extension: the green context that a stream belongs to, or null.
    fn hipExtStreamGetGreenCtx(stream: Stream, out: Out<Context>) {
        let out = out.wanted("ctx")?;
        let found = green::of_stream(StreamRef::from_word(stream.word())?)?;
        out.set(found.map_or(Context::NULL, Context::of));
    }
    /// Extension: destroys a green context, by CUDA's name for it.
    fn hipExtGreenCtxDestroy(context: Context) { green::destroy(context.id()?)?; }
}
