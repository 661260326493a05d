//! Copies and fills that streams carry out beside the host.

use super::slice::{Lend, LendMut};
use super::storage::{Loan, submit_or_record};
use crate::api::stream::resolve;
use crate::backend::End;
use crate::graph::{CopyCall, FillCall, Operation};
use crate::types::{Direction, Extent, Pattern, Pitch, Plain, Pointer, plain};
use crate::{Error, Stream};

impl Stream {
    /// Copies values in stream order, and does not wait: between buffers of any kind, on any device.
    ///
    /// # Errors
    /// `PastEnd` for different numbers of values; `Capture`; errors of the stream.
    pub fn copy<T: Plain>(&self, from: impl Lend<T>, to: impl LendMut<T>) -> Result<(), Error> {
        let loans = [from.loan(), to.loan()];
        let [source, target] = &loans;
        let (bytes, size) = (source.bytes(), target.bytes());
        if bytes != size {
            let base = target.address();
            return Err(Error::PastEnd { what: "copy", address: base, bytes, base, size });
        }
        if bytes == 0 {
            return Ok(());
        }
        let stream = resolve(self.handle())?;
        let end = |loan: &Loan| End::Memory(Pointer::on_device(loan.address()), Pitch::default());
        let (source, target) = (end(source), end(target));
        let (extent, any) = (Extent::row(bytes), Direction::Any);
        let node = || Ok(Operation::Copy(CopyCall::captured(&target, &source, extent, any)));
        submit_or_record(&stream, &loans, node, || stream.copy(&target, &source, extent, any))
    }

    /// Sets all values of a buffer in stream order, and does not wait.
    ///
    /// # Errors
    /// `Unaligned`; `Capture`; errors of the stream.
    pub fn fill<T: Plain>(&self, to: impl LendMut<T>, value: T) -> Result<(), Error> {
        let (loan, values) = (to.loan(), [value]);
        let (bytes, width) = (plain::bytes(&values), size_of::<T>() as u64);
        if loan.bytes() == 0 {
            return Ok(());
        }
        let stream = resolve(self.handle())?;
        let (start, count) = (loan.address(), loan.bytes() / width);
        let calls: Vec<FillCall> = match pattern(bytes) {
            Some(pattern) => {
                let to = (Pointer::on_device(start), Pitch::default());
                vec![FillCall { to, pattern, values: Extent::row(count) }]
            }
            // A column for each word of the value.
            None => {
                let column = |(offset, pattern)| {
                    let to = (Pointer::on_device(start + offset), Pitch { row: width, slice: 0 });
                    FillCall { to, pattern, values: Extent { width: 1, height: count, depth: 1 } }
                };
                words(bytes).into_iter().map(column).collect()
            }
        };
        let loans = [loan];
        calls.into_iter().try_for_each(|call| {
            let node = || Ok(Operation::Fill(call));
            submit_or_record(&stream, &loans, node, || {
                stream.backend.fill(call.to, call.pattern, call.values)
            })
        })
    }
}

fn pattern(bytes: &[u8]) -> Option<Pattern> {
    match *bytes {
        [a] => Some(Pattern::D8(a)),
        [a, b] => Some(Pattern::D16(u16::from_ne_bytes([a, b]))),
        [a, b, c, d] => Some(Pattern::D32(u32::from_ne_bytes([a, b, c, d]))),
        _ => None,
    }
}

/// Words of a value with their offsets, as long as its size allows.
fn words(bytes: &[u8]) -> Vec<(u64, Pattern)> {
    let each = [4, 2, 1].into_iter().find(|each| bytes.len().is_multiple_of(*each)).unwrap_or(1);
    let words = bytes.chunks_exact(each).enumerate();
    words.filter_map(|(at, word)| Some(((at * each) as u64, pattern(word)?))).collect()
}
