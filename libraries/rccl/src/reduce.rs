//! Reductions of pieces, element by element, in the order of ranks: all ranks compute the same bits.

use crate::element::{DataType, Element, Wide, for_type};
use crate::inbox::Piece;
use rayon::prelude::*;

/// Reduction of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reduction {
    Sum,
    Product,
    Larger,
    Smaller,
    /// Sum, divided by the number of ranks.
    Mean,
}

/// Elements that are computed together.
const BLOCK: usize = 4096;

/// Reduces pieces of the same length; there is at least one.
pub(crate) fn reduce(ty: DataType, how: Reduction, pieces: &[Piece]) -> Vec<u8> {
    let mut out = vec![0; pieces.first().map_or(0, |piece| piece.bytes().len())];
    for_type!(ty, reduce_as(how, pieces, &mut out));
    out
}

/// Multiplies elements by a factor of their type.
pub(crate) fn scale(ty: DataType, factor: &[u8], values: &mut [u8]) {
    for_type!(ty, scale_as(factor, values));
}

fn load<T: Element>(bytes: &[u8]) -> T {
    // SAFETY: chunks have the size of a T, of which any bytes are one.
    unsafe { bytes.as_ptr().cast::<T>().read_unaligned() }
}

fn store<T: Element>(bytes: &mut [u8], value: T) {
    // SAFETY: as in `load`.
    unsafe { bytes.as_mut_ptr().cast::<T>().write_unaligned(value) };
}

fn scale_as<T: Element>(factor: &[u8], values: &mut [u8]) {
    let factor = load::<T>(factor).widen();
    let size = size_of::<T>();
    values.par_chunks_mut(BLOCK * size).for_each(|block| {
        for place in block.chunks_exact_mut(size) {
            store(place, T::narrow(load::<T>(place).widen().product(factor)));
        }
    });
}

fn reduce_as<T: Element>(how: Reduction, pieces: &[Piece], out: &mut [u8]) {
    let count = pieces.len();
    // Each operator has a loop of its own, which the compiler makes of vectors.
    match how {
        Reduction::Sum => combine::<T>(pieces, out, |a, b| a.sum(b), |sum| sum),
        Reduction::Mean => combine::<T>(pieces, out, |a, b| a.sum(b), move |sum| sum.share(count)),
        Reduction::Product => combine::<T>(pieces, out, |a, b| a.product(b), |product| product),
        Reduction::Larger => combine::<T>(pieces, out, |a, b| a.larger(b), |value| value),
        Reduction::Smaller => combine::<T>(pieces, out, |a, b| a.smaller(b), |value| value),
    }
}

fn combine<T: Element>(
    pieces: &[Piece],
    out: &mut [u8],
    operator: impl Fn(T::Wide, T::Wide) -> T::Wide + Sync,
    last: impl Fn(T::Wide) -> T::Wide + Sync,
) {
    let size = size_of::<T>();
    out.par_chunks_mut(BLOCK * size).enumerate().for_each_init(Vec::new, |sums, (n, block)| {
        let (start, bytes) = (n * BLOCK * size, block.len());
        let part = start..start + bytes;
        let values = |bytes: &[u8]| load::<T>(bytes).widen();
        sums.clear();
        sums.extend(pieces[0].bytes()[part.clone()].chunks_exact(size).map(values));
        for piece in &pieces[1..] {
            let others = piece.bytes()[part.clone()].chunks_exact(size).map(values);
            sums.iter_mut().zip(others).for_each(|(sum, value)| *sum = operator(*sum, value));
        }
        let places = block.chunks_exact_mut(size);
        places.zip(sums.iter()).for_each(|(place, &sum)| store(place, T::narrow(last(sum))));
    });
}

#[cfg(test)]
mod tests {
    use super::{Piece, Reduction, reduce, scale};
    use crate::element::DataType;

    fn piece(values: &[i32]) -> Piece {
        Piece::new(values.iter().flat_map(|value| value.to_ne_bytes()).collect())
    }

    #[test]
    fn integers_wrap_and_means_round_towards_zero() {
        let pieces = [piece(&[1, i32::MAX, -7]), piece(&[2, 1, 0])];
        let read = |how| -> Vec<i32> {
            let bytes = reduce(DataType::Int32, how, &pieces);
            bytes.chunks_exact(4).map(|b| i32::from_ne_bytes([b[0], b[1], b[2], b[3]])).collect()
        };
        assert_eq!(read(Reduction::Sum), [3, i32::MIN, -7]);
        assert_eq!(read(Reduction::Product), [2, i32::MAX, 0]);
        assert_eq!(read(Reduction::Larger), [2, i32::MAX, 0]);
        assert_eq!(read(Reduction::Smaller), [1, 1, -7]);
        assert_eq!(read(Reduction::Mean), [1, i32::MIN / 2, -3]);
    }

    #[test]
    fn half_precision_sums_are_rounded_once() {
        let half = |x: f32| half::f16::from_f32(x).to_ne_bytes();
        // Each one alone is lost in 2048.
        let pieces = [half(2048.0), half(1.0), half(1.0)].map(|bytes| Piece::new(bytes.to_vec()));
        assert_eq!(reduce(DataType::Float16, Reduction::Sum, &pieces), half(2050.0));
        let mut values = half(3.0);
        scale(DataType::Float16, &half(0.5), &mut values);
        assert_eq!(values, half(1.5));
    }
}
