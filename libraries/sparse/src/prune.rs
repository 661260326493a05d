//! Matrices without their small entries, by a limit or by the share of entries that go.

use crate::compressed::Compressed;
use crate::handle::{self, Call};
use crate::legacy::{Csr, Ptr, matrix_by_columns};
use crate::objects::{Dense, Matrix};
use crate::status::Status;
use crate::types::size;
use num_traits::{NumCast, Zero};
use work::{Given, Memory, Number, Pointer, Refused};

type Done = Result<(), Status>;

/// Magnitude of the greatest entry that goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Limit<T> {
    /// The magnitude itself.
    Value(Given<T>),
    /// Percentage of all entries, zeros of a dense matrix included.
    Share(f64),
}

impl<T: Number> Limit<T> {
    /// Limit at a pointer.
    fn from_pointer(call: &Call, pointer: Pointer) -> Result<Limit<T>, Status> {
        Ok(Limit::Value(call.scalar(pointer)?))
    }

    fn share(percentage: f64) -> Result<Limit<T>, Status> {
        if (0.0..=100.0).contains(&percentage) {
            Ok(Limit::Share(percentage))
        } else {
            Err(Status::InvalidValue)
        }
    }

    /// Greatest magnitude that goes of these entries. A share of none leaves all but zeros.
    fn magnitude(self, memory: &Memory, entries: &[T]) -> Result<T::Real, Refused> {
        let percentage = match self {
            Limit::Value(value) => return Ok(value.value(memory)?.re()),
            Limit::Share(percentage) => percentage,
        };
        let mut magnitudes: Vec<T::Real> = entries.iter().map(|entry| entry.magnitude()).collect();
        let place = (magnitudes.len() as f64 * (percentage / 100.0)).ceil() as usize;
        let place = place.saturating_sub(1);
        if place >= magnitudes.len() {
            return Ok(T::Real::zero());
        }
        let order = |a: &T::Real, b: &T::Real| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal);
        Ok(*magnitudes.select_nth_unstable_by(place, order).1)
    }
}

/// Matrix that loses its small entries.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    Dense(Dense),
    Rows(Matrix),
}

impl Source {
    /// A dense matrix by columns.
    fn dense<T: Number>(m: i64, n: i64, a: Pointer, lda: i64) -> Result<Source, Status> {
        Ok(Source::Dense(matrix_by_columns::<T>(a, (size(m)?, size(n)?), lda)?))
    }

    fn rows<T: Number>(m: i64, n: i64, nnz: i64, a: Csr) -> Result<Source, Status> {
        Ok(Source::Rows(a.matrix::<T>(m, n, nnz)?))
    }

    fn pruned<T: Number>(self, memory: &Memory, limit: Limit<T>) -> Result<Compressed<T>, Refused> {
        let add = |to: &mut Compressed<T>, limit: T::Real, row: &mut dyn Iterator<Item = (usize, T)>| {
            for (column, value) in row.filter(|(_, value)| value.magnitude() > limit) {
                to.indices.push(column);
                to.values.push(value);
            }
            to.end_row();
        };
        match self {
            Source::Dense(dense) => {
                let block = dense.read::<T>(memory)?;
                let (limit, mut made) =
                    (limit.magnitude(memory, &block.values)?, Compressed::empty(block.columns));
                for row in 0..block.rows {
                    add(&mut made, limit, &mut block.row(row).iter().copied().enumerate());
                }
                Ok(made)
            }
            Source::Rows(matrix) => {
                let rows = matrix.read::<T>(memory)?;
                let (limit, mut made) =
                    (limit.magnitude(memory, &rows.values)?, Compressed::empty(rows.columns));
                (0..rows.rows()).for_each(|row| add(&mut made, limit, &mut rows.row(row)));
                Ok(made)
            }
        }
    }
}

/// Writes the offsets of what is left, and the number of its entries.
fn count<T: Number>(
    call: &Call,
    from: Source,
    limit: Limit<T>,
    (description, offsets, total): (Pointer, Pointer, Pointer),
) -> Done {
    let (base, offsets) = (handle::description(description)?.base, Ptr::new(offsets));
    call.launch_for_results(total, move |memory| {
        let made = from.pruned(memory, limit)?;
        offsets.write(memory, &made.offsets, base)?;
        Ok(vec![<i32 as NumCast>::from(made.indices.len()).unwrap_or(i32::MAX)])
    })
}

/// Writes what is left.
fn write<T: Number>(call: &Call, from: Source, limit: Limit<T>, to: Csr) -> Done {
    let (to, base) = to.result()?;
    call.launch(move |memory| {
        let made = from.pruned(memory, limit)?;
        to.indices.write(memory, &made.indices, base)?;
        to.values.write_values(memory, &made.values)
    })
}

/// Functions for a dense matrix (`m, n, A, lda`) or compressed rows (`m, n, nnz, A`), with a limit at a
/// pointer or a percentage.
macro_rules! functions {
    ($($source:ident($($arg:ident: $ty:ty),*): $count:ident, $count_share:ident, $write:ident, $write_share:ident;)*) => {$(
        pub(crate) fn $count<T: Number>(
            call: &Call,
            $($arg: $ty,)*
            threshold: Pointer,
            description: Pointer,
            offsets: Pointer,
            total: Pointer,
        ) -> Done {
            let limit = Limit::<T>::from_pointer(call, threshold)?;
            count(call, Source::$source::<T>($($arg),*)?, limit, (description, offsets, total))
        }

        pub(crate) fn $count_share<T: Number>(
            call: &Call,
            $($arg: $ty,)*
            percentage: f64,
            description: Pointer,
            offsets: Pointer,
            total: Pointer,
        ) -> Done {
            let limit = Limit::<T>::share(percentage)?;
            count(call, Source::$source::<T>($($arg),*)?, limit, (description, offsets, total))
        }

        pub(crate) fn $write<T: Number>(call: &Call, $($arg: $ty,)* threshold: Pointer, to: Csr) -> Done {
            let limit = Limit::<T>::from_pointer(call, threshold)?;
            write(call, Source::$source::<T>($($arg),*)?, limit, to)
        }

        pub(crate) fn $write_share<T: Number>(call: &Call, $($arg: $ty,)* percentage: f64, to: Csr) -> Done {
            let limit = Limit::<T>::share(percentage)?;
            write(call, Source::$source::<T>($($arg),*)?, limit, to)
        }
    )*};
}
functions! {
    dense(m: i64, n: i64, a: Pointer, lda: i64): dense_count, dense_count_share, dense_write, dense_write_share;
    rows(m: i64, n: i64, nnz: i64, a: Csr): rows_count, rows_count_share, rows_write, rows_write_share;
}
