//! Places of a transform's elements in memory.

use crate::status::Status;
use work::Pointer;

/// Most dimensions of a transform.
pub(crate) const MOST: usize = 3;

/// Layout of one side that the program gave.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// Sizes of the array that the data are a corner of.
    pub(crate) embed: Vec<usize>,
    /// Distance of neighbours in the last dimension.
    pub(crate) stride: usize,
    /// Distance of instances.
    pub(crate) distance: usize,
}

/// Layout of one side of a transform.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// Sizes of the data; the last is that of a row.
    pub(crate) sizes: Vec<usize>,
    given: Given,
}

impl Layout {
    /// Layout without gaps, or the one that the program gave. Rows may be `padded` to more elements.
    pub(crate) fn new(sizes: Vec<usize>, given: Option<&Given>, padded: Option<usize>) -> Layout {
        let given = given.cloned().unwrap_or_else(|| {
            let mut embed = sizes.clone();
            if let (Some(last), Some(padded)) = (embed.last_mut(), padded) {
                *last = padded;
            }
            let distance = embed.iter().fold(1usize, |all, &n| all.saturating_mul(n));
            Given { embed, stride: 1, distance }
        });
        Layout { sizes, given }
    }

    /// Elements of a row.
    pub(crate) fn row(&self) -> usize {
        self.sizes.last().copied().unwrap_or(0)
    }

    /// Number of rows of an instance.
    pub(crate) fn rows(&self) -> usize {
        self.sizes.iter().rev().skip(1).product()
    }

    /// Number of elements of an instance.
    pub(crate) fn count(&self) -> usize {
        self.rows() * self.row()
    }

    /// Distance of neighbours in a row.
    pub(crate) fn stride(&self) -> usize {
        self.given.stride
    }

    /// Place of a row's first element in an instance.
    pub(crate) fn start(&self, row: usize) -> usize {
        let Given { embed, stride, .. } = &self.given;
        let place = match *embed.as_slice() {
            [_, columns] => row.saturating_mul(columns),
            [_, columns, depth] => {
                let inner = self.sizes[1];
                (row / inner).saturating_mul(columns).saturating_add(row % inner).saturating_mul(depth)
            }
            _ => 0,
        };
        place.saturating_mul(*stride)
    }

    /// Whether each of `batch` instances has no gaps, and none has elements of another.
    pub(crate) fn is_dense(&self, batch: usize) -> bool {
        let Given { embed, stride, distance } = &self.given;
        let is_whole = self.rows() == 1 || embed.iter().skip(1).eq(self.sizes.iter().skip(1));
        *stride == 1 && is_whole && (batch == 1 || *distance >= self.count())
    }

    /// Place of an instance.
    pub(crate) fn instance(&self, number: usize) -> usize {
        number.saturating_mul(self.given.distance)
    }

    /// Elements from the first to the last of all instances.
    pub(crate) fn span(&self, batch: usize) -> usize {
        let last = self.start(self.rows().saturating_sub(1));
        let row = self.row().saturating_sub(1).saturating_mul(self.given.stride);
        self.instance(batch.saturating_sub(1)).saturating_add(last).saturating_add(row).saturating_add(1)
    }
}

/// Reads positive numbers of 32 or 64 bits.
pub(crate) fn read<N: Into<i64> + Copy>(
    from: Pointer,
    count: usize,
    wrong: Status,
) -> Result<Vec<usize>, Status> {
    if from.is_null() {
        return Err(Status::InvalidValue);
    }
    // SAFETY: not null, and C promised so many numbers.
    let number = |n| unsafe { from.cast::<N>().add(n).read_unaligned() };
    (0..count).map(|n| positive(number(n).into(), wrong)).collect()
}

/// A number above zero.
pub(crate) fn positive(number: i64, wrong: Status) -> Result<usize, Status> {
    usize::try_from(number).ok().filter(|&n| n > 0).ok_or(wrong)
}
