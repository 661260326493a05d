//! Colours of a matrix' rows: rows of one colour have no entry in each other's columns.

use crate::compressed::Compressed;
use crate::handle::Call;
use crate::legacy::{Csr, Ptr};
use crate::status::Status;
use crate::types::size;
use num_traits::{Float, NumCast};
use work::{Number, Pointer, put};

type Done = Result<(), Status>;

/// Colours by the greedy method in the order of rows: the least that no neighbour has. Rows after the share
/// that is to be coloured get one each. Returns the number of colours, too.
fn color<T: Copy + Send + Sync>(pattern: &Compressed<T>, share: f64) -> (Vec<usize>, usize) {
    let (n, others) = (pattern.rows(), pattern.transposed());
    let shared = ((n as f64 * share).ceil() as usize).min(n);
    let mut colors = vec![usize::MAX; n];
    let (mut count, mut taken) = (0, Vec::new());
    for row in 0..shared {
        taken.clear();
        taken.resize(count + 1, false);
        for (other, _) in pattern.row(row).chain(others.row(row)) {
            if let Some(place) = taken.get_mut(colors[other]) {
                *place = true;
            }
        }
        colors[row] = taken.iter().position(|&is_taken| !is_taken).unwrap_or(count);
        count = count.max(colors[row] + 1);
    }
    for color in &mut colors[shared..] {
        *color = count;
        count += 1;
    }
    (colors, count)
}

/// Colours the rows of a square matrix, and orders them by colour if a place for the order is given.
pub(crate) fn csrcolor<T: Number, R: Float>(
    call: &Call,
    m: i64,
    nnz: i64,
    a: Csr,
    share: Pointer,
    count: Pointer,
    colors: Pointer,
    order: Pointer,
) -> Done {
    let m_rows = size(m)?;
    let a = a.matrix::<T>(m, m, nnz)?;
    if share.is_null() || count.is_null() || (m_rows > 0 && colors.is_null()) {
        return Err(Status::InvalidValue);
    }
    // SAFETY: not null; C has a real number of the host there.
    let share = unsafe { share.cast::<R>().read_unaligned() };
    let share = <f64 as NumCast>::from(share).filter(|share| (0.0..=1.0).contains(share));
    let share = share.ok_or(Status::InvalidValue)?;
    let (to, order) = (Ptr::new(colors), Ptr::new(order));
    let found = call.compute(move |memory| {
        let (colors, count) = color(&a.pattern(memory)?, share);
        to.write(memory, &colors, 0)?;
        if !order.is_null() {
            let mut rows: Vec<usize> = (0..m_rows).collect();
            rows.sort_by_key(|&row| colors[row]);
            order.write(memory, &rows, 0)?;
        }
        Ok(count)
    })?;
    put(count, <i32 as NumCast>::from(found).unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests {
    use super::color;
    use crate::compressed::Compressed;

    #[test]
    fn neighbours_have_other_colours() {
        // A ring of five rows with its diagonal needs three.
        let mut ring = Compressed::empty(5);
        for row in 0..5usize {
            ring.indices.extend([(row + 4) % 5, row, (row + 1) % 5]);
            ring.values.extend([(); 3]);
            ring.end_row();
        }
        assert_eq!(color(&ring, 1.0), (vec![0, 1, 0, 1, 2], 3));
        assert_eq!(color(&ring, 0.4), (vec![0, 1, 2, 3, 4], 5));
    }
}
