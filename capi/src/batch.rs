//! Many copies, prefetches or discards in one call (HIP: "Memory Management", "Managed Memory").

use crate::entry::{In, Out, Place, entry_points};
use crate::managed::location_value;
use crate::memory::{host, stream};
use crate::rectangle::pitched;
use crate::types::Stream;
use hip_sys::{
    hipArray_t, hipExtent, hipMemLocation, hipMemcpy3DBatchOp, hipMemcpy3DOperand,
    hipMemcpy3DOperand_op_array, hipMemcpy3DOperand_op_ptr, hipMemcpy3DOperandType, hipMemcpy3DParms,
    hipMemcpyAttributes, hipMemcpyFlags, hipMemcpyKind, hipMemcpySrcAccessOrder as Order, hipPitchedPtr,
    hipPos, zeroed,
};
use runtime::Error;
use runtime::api::StreamRef;
use runtime::api::managed::{self, Batched, BatchedRange};
use runtime::api::memory::{self, Direction};
use runtime::types::Location;

/// Index of an operation, where a batch as a whole is wrong.
const NONE: u64 = u64::MAX;

/// Checks the source access order of a copy, and its flags: 1 prefers overlap with computation.
fn check(order: Order, flags: u32) -> Result<(), Error> {
    const ORDERS: [Order; 3] = [
        Order::hipMemcpySrcAccessOrderStream,
        Order::hipMemcpySrcAccessOrderDuringApiCall,
        Order::hipMemcpySrcAccessOrderAny,
    ];
    if !ORDERS.contains(&order) {
        return Err(Error::UnknownEnumerator { what: "hipMemcpySrcAccessOrder", got: order.0.into() });
    }
    if flags > hipMemcpyFlags::hipMemcpyFlagPreferOverlapWithCompute.0 {
        return Err(Error::BadFlags { what: "a copy of a batch", got: flags.into() });
    }
    Ok(())
}

/// Returns the stream of a batch, which must not be the legacy default stream (observed on an H200).
fn own_stream(on: Stream) -> Result<StreamRef, Error> {
    match stream(on)? {
        StreamRef::Legacy => Err(Error::Null { what: "the batch's stream" }),
        other => Ok(other),
    }
}

fn count_of(count: u64) -> Result<usize, Error> {
    match usize::try_from(count) {
        Ok(count) if count > 0 => Ok(count),
        _ => Err(Error::OutOfRange { what: "count", got: count, min: 1, max: u64::MAX }),
    }
}

/// Checks that indices of attributes begin with 0, increase, and are below the number of operations.
fn check_indices(indices: &[u64], count: usize) -> Result<(), Error> {
    if indices.windows(2).all(|pair| pair[0] < pair[1]) {
        return check_ends(indices, count);
    }
    Err(Error::OutOfRange { what: "indices", got: NONE, min: 0, max: count as u64 - 1 })
}

/// Checks that indices begin with 0 and are below the number of operations.
fn check_ends(indices: &[u64], count: usize) -> Result<(), Error> {
    match indices.last() {
        Some(&last) if indices.first() == Some(&0) && last < count as u64 => Ok(()),
        last => Err(Error::OutOfRange {
            what: "indices",
            got: last.copied().unwrap_or(NONE),
            min: 0,
            max: count as u64 - 1,
        }),
    }
}

fn tell(fail: &Option<Place<u64>>, index: u64) {
    if let Some(place) = fail {
        place.set(index);
    }
}

/// Copy of a batch, by addresses.
struct Transfer {
    to: u64,
    from: u64,
    bytes: u64,
}

/// Copies one after the other in a stream; reports the index of an invalid copy.
fn copies(list: &[Transfer], on: StreamRef, fail: &Option<Place<u64>>) -> Result<(), Error> {
    for (n, &Transfer { to, from, bytes }) in list.iter().enumerate() {
        tell(fail, n as u64);
        if to == 0 || from == 0 {
            return Err(Error::Null { what: "an end of a copy" });
        }
        if bytes == 0 {
            return Err(Error::OutOfRange { what: "bytes of a copy", got: 0, min: 1, max: u64::MAX });
        }
        memory::check_copy(host(to as *const _), host(from as *const _), bytes)?;
    }
    for (n, &Transfer { to, from, bytes }) in list.iter().enumerate() {
        tell(fail, n as u64);
        memory::copy_async(host(to as *const _), host(from as *const _), bytes, Direction::Any, on)?;
    }
    tell(fail, NONE);
    Ok(())
}

/// End of a box, in the form for copies of one box.
struct BoxEnd {
    array: hipArray_t,
    position: hipPos,
    pointer: hipPitchedPtr,
}

/// An end of a box: array and position, or pointer with its pitch.
fn operand(end: &hipMemcpy3DOperand, extent: &hipExtent) -> Result<BoxEnd, Error> {
    match end.type_ {
        hipMemcpy3DOperandType::hipMemcpyOperandTypePointer => {
            // SAFETY: any bytes are a value of the member.
            let hipMemcpy3DOperand_op_ptr { ptr, rowLength, layerHeight, .. } = unsafe { end.op.ptr };
            let pitch = if rowLength == 0 { extent.width } else { rowLength };
            let ysize = if layerHeight == 0 { extent.height } else { layerHeight };
            let pointer = hipPitchedPtr { ptr, pitch, xsize: extent.width, ysize };
            Ok(BoxEnd { array: std::ptr::null_mut(), position: zeroed(), pointer })
        }
        hipMemcpy3DOperandType::hipMemcpyOperandTypeArray => {
            // SAFETY: as above.
            let hipMemcpy3DOperand_op_array { array, offset } = unsafe { end.op.array };
            let position = hipPos { x: offset.x, y: offset.y, z: offset.z };
            Ok(BoxEnd { array, position, pointer: zeroed() })
        }
        hipMemcpy3DOperandType(got) => {
            Err(Error::UnknownEnumerator { what: "hipMemcpy3DOperandType", got: got.into() })
        }
    }
}

fn box_copy(op: &hipMemcpy3DBatchOp) -> Result<hipMemcpy3DParms, Error> {
    check(op.srcAccessOrder, op.flags)?;
    let (to, from) = (operand(&op.dst, &op.extent)?, operand(&op.src, &op.extent)?);
    Ok(hipMemcpy3DParms {
        srcArray: from.array,
        srcPos: from.position,
        srcPtr: from.pointer,
        dstArray: to.array,
        dstPos: to.position,
        dstPtr: to.pointer,
        extent: op.extent,
        kind: hipMemcpyKind::hipMemcpyDefault,
    })
}

/// Ranges, with the locations that indices assign to them.
struct Ranges {
    starts: In<u64>,
    sizes: In<u64>,
    count: u64,
    flags: u64,
}

impl Ranges {
    fn read(&self) -> Result<Vec<(u64, u64)>, Error> {
        if self.flags != 0 {
            return Err(Error::BadFlags { what: "a batch of ranges", got: self.flags });
        }
        let count = count_of(self.count)?;
        if self.starts.is_null() || self.sizes.is_null() {
            return Err(Error::Null { what: "ranges of a batch" });
        }
        Ok(self.starts.array(count)?.into_iter().zip(self.sizes.array(count)?).collect())
    }

    fn discard(&self, on: Stream) -> Result<(), Error> {
        let discarded = |(address, bytes)| BatchedRange { address, bytes, operation: Batched::Discard };
        let ranges = self.read()?.into_iter().map(discarded);
        // SAFETY: C promised that nothing else uses what is discarded.
        unsafe { managed::batch(&ranges.collect::<Vec<_>>(), stream(on)?) }
    }

    fn prefetch(
        &self,
        places: In<hipMemLocation>,
        indices: In<u64>,
        number: u64,
        what: fn(Location) -> Batched,
        on: Stream,
    ) -> Result<(), Error> {
        let ranges = self.read()?;
        let number = count_of(number)?;
        if places.is_null() || indices.is_null() {
            return Err(Error::Null { what: "places of a batch" });
        }
        let (places, indices) = (places.array(number)?, indices.array(number)?);
        // An H200 only requires that indices do not decrease; the manual requires that they increase.
        if number > ranges.len() || !indices.is_sorted() {
            return Err(Error::OutOfRange {
                what: "places",
                got: number as u64,
                min: 1,
                max: ranges.len() as u64,
            });
        }
        check_ends(&indices, ranges.len())?;
        let places = places.into_iter().map(location_value).collect::<Result<Vec<Location>, _>>()?;
        let of = |n: usize| places[indices.partition_point(|&first| first <= n as u64) - 1];
        let with_place = |(n, (address, bytes))| BatchedRange { address, bytes, operation: what(of(n)) };
        let with_places = ranges.into_iter().enumerate().map(with_place);
        // SAFETY: C promised that nothing else uses what is discarded.
        unsafe { managed::batch(&with_places.collect::<Vec<_>>(), stream(on)?) }
    }
}

entry_points! {
    /// Copies one after the other, in stream order.
    fn hipMemcpyBatchAsync(
        to: In<u64>,
        from: In<u64>,
        sizes: In<u64>,
        count: u64,
        attributes: In<hipMemcpyAttributes>,
        indices: In<u64>,
        number: u64,
        fail: Out<u64>,
        on: Stream,
    ) {
        let fail = fail.optional();
        tell(&fail, NONE);
        let (count, number) = (count_of(count)?, count_of(number)?);
        if to.is_null() || from.is_null() || sizes.is_null() || attributes.is_null() || indices.is_null() {
            return Err(Error::Null { what: "lists of a batch" });
        }
        check_indices(&indices.array(number)?, count)?;
        attributes.array(number)?.iter().try_for_each(|a| check(a.srcAccessOrder, a.flags))?;
        let ends = to.array(count)?.into_iter().zip(from.array(count)?).zip(sizes.array(count)?);
        let list: Vec<_> = ends.map(|((to, from), bytes)| Transfer { to, from, bytes }).collect();
        copies(&list, own_stream(on)?, &fail)?;
    }
    /// Copies boxes one after the other, in stream order.
    fn hipMemcpy3DBatchAsync(count: u64, list: In<hipMemcpy3DBatchOp>, fail: Out<u64>, flags: u64, on: Stream) {
        let fail = fail.optional();
        tell(&fail, NONE);
        if flags != 0 {
            return Err(Error::BadFlags { what: "a batch of boxes", got: flags });
        }
        let count = count_of(count)?;
        if list.is_null() {
            return Err(Error::Null { what: "opList" });
        }
        let on = own_stream(on)?;
        for (n, op) in list.array(count)?.iter().enumerate() {
            tell(&fail, n as u64);
            pitched(&box_copy(op)?)?.later(on)?;
        }
        tell(&fail, NONE);
    }
    /// Prefetches ranges to locations, in stream order.
    fn hipMemPrefetchBatchAsync(
        starts: In<u64>,
        sizes: In<u64>,
        count: u64,
        places: In<hipMemLocation>,
        indices: In<u64>,
        number: u64,
        flags: u64,
        on: Stream,
    ) {
        Ranges { starts, sizes, count, flags }.prefetch(places, indices, number, Batched::Prefetch, on)?;
    }
    /// Discards the contents of ranges, in stream order.
    fn hipMemDiscardBatchAsync(starts: In<u64>, sizes: In<u64>, count: u64, flags: u64, on: Stream) {
        Ranges { starts, sizes, count, flags }.discard(on)?;
    }
    /// Discards the contents of ranges and prefetches them to locations, in stream order.
    fn hipMemDiscardAndPrefetchBatchAsync(
        starts: In<u64>,
        sizes: In<u64>,
        count: u64,
        places: In<hipMemLocation>,
        indices: In<u64>,
        number: u64,
        flags: u64,
        on: Stream,
    ) {
        Ranges { starts, sizes, count, flags }.prefetch(places, indices, number, Batched::DiscardAndPrefetch, on)?;
    }
    /// Same as `hipMemDiscardBatchAsync`.
    fn hipDrvMemDiscardBatchAsync(starts: In<u64>, sizes: In<u64>, count: u64, flags: u64, on: Stream) {
        Ranges { starts, sizes, count, flags }.discard(on)?;
    }
    /// Same as `hipMemDiscardAndPrefetchBatchAsync`.
    fn hipDrvMemDiscardAndPrefetchBatchAsync(
        starts: In<u64>,
        sizes: In<u64>,
        count: u64,
        places: In<hipMemLocation>,
        indices: In<u64>,
        number: u64,
        flags: u64,
        on: Stream,
    ) {
        Ranges { starts, sizes, count, flags }.prefetch(places, indices, number, Batched::DiscardAndPrefetch, on)?;
    }
}
