//! Peer access between devices, and launches on several devices (HIP: "Peer To Peer Device Memory Access",
//! "Cooperative Groups").

use crate::entry::{In, Out, entry_points};
use crate::host_function::kernel_of_host_function;
use crate::module::launch;
use crate::types::{Context, Function, Stream};
use hip_sys::{
    hipCooperativeLaunchMultiDeviceNoPostSync as NO_WAIT_AFTER,
    hipCooperativeLaunchMultiDeviceNoPreSync as NO_WAIT_BEFORE, hipFunctionLaunchParams_t, hipLaunchParams_t,
};
use runtime::Error;
use runtime::api::module::LaunchShape;
use runtime::api::{StreamRef, context, device, peer, stream};

/// Flags of a launch on several devices. They have no effect: streams keep the required order in any case.
const FLAGS: u32 = NO_WAIT_BEFORE | NO_WAIT_AFTER;

/// The type of a link and the hops over it (AMD: `HSA_AMD_LINK_INFO_TYPE_XGMI`).
const LINK: (u32, u32) = (4, 1);

/// Launch on one device: its stream, and a function that launches once the stream's context is current.
type Launch<'a> = (Stream, Box<dyn Fn() -> Result<(), Error> + 'a>);

/// Launches on several devices, once on each: the streams must be of different devices, and none a default
/// stream.
fn all(launches: &[Launch<'_>], flags: u32) -> Result<(), Error> {
    if flags & !FLAGS != 0 {
        return Err(Error::BadFlags { what: "a launch on several devices", got: flags.into() });
    }
    let mut devices = Vec::new();
    for (on, _) in launches {
        let StreamRef::Id(_) = StreamRef::from_word(on.word())? else {
            return Err(Error::BadHandle { kind: "stream of a launch on several devices", word: on.word() });
        };
        let device = stream::device(StreamRef::from_word(on.word())?)?;
        if devices.contains(&device) {
            return Err(Error::BadOrdinal { ordinal: device.into(), count: devices.len() });
        }
        devices.push(device);
    }
    for (on, make) in launches {
        context::push(stream::context(StreamRef::from_word(on.word())?)?)?;
        let made = make();
        context::pop()?;
        made?;
    }
    Ok(())
}

/// Checks the number of launches on different devices: at most the number of devices.
fn at_most_all(count: u32) -> Result<usize, Error> {
    let devices = device::count()?;
    match count as usize {
        launches if launches <= devices => Ok(launches),
        _ => Err(Error::OutOfRange { what: "numDevices", got: count.into(), min: 1, max: devices as u64 }),
    }
}

fn host_launches(
    list: In<hipLaunchParams_t>,
    count: u32,
    cooperative: bool,
    flags: u32,
) -> Result<(), Error> {
    if list.is_null() || count == 0 {
        return Err(Error::Null { what: "launchParamsList" });
    }
    let list = list.array(at_most_all(count)?)?;
    let make = |one: &hipLaunchParams_t| {
        let got = one.sharedMem as u64;
        let too_much = Error::OutOfRange { what: "sharedMem", got, min: 0, max: u32::MAX.into() };
        let shared_bytes = u32::try_from(got).map_err(|_| too_much)?;
        let (grid, block) = (one.gridDim.into(), one.blockDim.into());
        let shape = LaunchShape { grid, block, shared_bytes, cooperative, cluster: None };
        launch(
            kernel_of_host_function(one.func)?,
            shape,
            Stream::of_c(one.stream),
            In::at(one.args as u64),
            In::nothing(),
        )
    };
    let launches: Vec<Launch<'_>> =
        list.iter().map(|one| (Stream::of_c(one.stream), Box::new(move || make(one)) as Box<_>)).collect();
    all(&launches, flags)
}

entry_points! {
    /// Enables access of the current device to a peer's memory.
    fn hipDeviceEnablePeerAccess(device: i32, flags: u32) { peer::enable_device(device, flags)?; }
    /// Disables it.
    fn hipDeviceDisablePeerAccess(device: i32) { peer::disable_device(device)?; }
    /// Enables access of the current context to a peer's memory.
    fn hipCtxEnablePeerAccess(context: Context, flags: u32) { peer::enable(context.id()?, flags)?; }
    /// Disables it.
    fn hipCtxDisablePeerAccess(context: Context) { peer::disable(context.id()?)?; }
    /// Attribute of a pair of devices.
    fn hipDeviceGetP2PAttribute(out: Out<i32>, attribute: u32, from: i32, to: i32) {
        let out = out.wanted("value")?;
        out.set(peer::attribute(attribute, from, to)?);
    }
    /// Link between two devices, in AMD's numbering.
    fn hipExtGetLinkTypeAndHopCount(from: i32, to: i32, link: Out<u32>, hops: Out<u32>) {
        let (link, hops) = (link.wanted("linktype")?, hops.wanted("hopcount")?);
        peer::two(from, to)?;
        link.set(LINK.0);
        hops.set(LINK.1);
    }
    /// Launches a kernel on several devices, with all blocks of each resident at once.
    fn hipLaunchCooperativeKernelMultiDevice(list: In<hipLaunchParams_t>, count: i32, flags: u32) {
        host_launches(list, u32::try_from(count).unwrap_or(0), true, flags)?;
    }
    /// Launches kernels on several devices.
    fn hipExtLaunchMultiKernelMultiDevice(list: In<hipLaunchParams_t>, count: i32, flags: u32) {
        host_launches(list, u32::try_from(count).unwrap_or(0), false, flags)?;
    }
    /// Launches kernels on several devices, with all blocks of each resident at once.
    fn hipModuleLaunchCooperativeKernelMultiDevice(list: In<hipFunctionLaunchParams_t>, count: u32, flags: u32) {
        if list.is_null() || count == 0 {
            return Err(Error::Null { what: "launchParamsList" });
        }
        let list = list.array(at_most_all(count)?)?;
        let make = |one: &hipFunctionLaunchParams_t| {
            let shape = LaunchShape {
                grid: [one.gridDimX, one.gridDimY, one.gridDimZ],
                block: [one.blockDimX, one.blockDimY, one.blockDimZ],
                shared_bytes: one.sharedMemBytes,
                cooperative: true,
                cluster: None,
            };
            let (function, stream) = (Function::of_c(one.function), Stream::of_c(one.hStream));
            launch(function, shape, stream, In::at(one.kernelParams as u64), In::nothing())
        };
        let launches: Vec<Launch<'_>> =
            list.iter().map(|one| (Stream::of_c(one.hStream), Box::new(move || make(one)) as Box<_>)).collect();
        all(&launches, flags)?;
    }
}
