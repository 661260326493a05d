//! Kernels that launch kernels: a grid for each row of a table, as long as the row.
//! `cargo run -p hip-runtime --example children`; docs/dynamic-parallelism.md says more.
#![expect(unsafe_code, reason = "the indices that the kernel reads are known to `Table`")]
#![expect(clippy::print_stdout, reason = "an example says what it did")]

use hip_runtime::{Context, Device, DeviceBuffer, Error, kernels, launch};

kernels! {
    // SAFETY: the kernel reads `rows + 1` indices, and its children square the values between the first and
    // the last of them; `main` gives indices up to the number of values, which grow.
    unsafe mod children = "kernels/children.ptx" {
        fn square_rows(values: &mut [f32], first: &[i32; rows + 1], rows: i32);
    }
}

/// Values with rows that are known to lie within them.
struct Table {
    values: DeviceBuffer<f32>,
    first: DeviceBuffer<i32>,
    rows: usize,
}

impl Table {
    fn new(rows: &[Vec<f32>]) -> Result<Table, Error> {
        let mut first = vec![0];
        first.extend(rows.iter().scan(0, |end, row| {
            *end += row.len() as i32;
            Some(*end)
        }));
        let values = DeviceBuffer::from_slice(&rows.concat())?;
        Ok(Table { values, first: DeviceBuffer::from_slice(&first)?, rows: rows.len() })
    }

    fn square(&mut self) -> Result<(), Error> {
        let Table { values, first, rows } = self;
        let blocks = rows.div_ceil(32);
        // SAFETY: `new` made the indices: they grow, and the last is the number of values.
        unsafe { launch!(children::square_rows<<<blocks, 32>>>(values, &*first, *rows as i32)) }
    }
}

pub(crate) fn main() -> Result<(), Error> {
    let _context = Context::primary(Device::get(0)?)?;
    let rows: Vec<Vec<f32>> = (0..40).map(|row| vec![row as f32; row * 7 % 100]).collect();
    let mut table = Table::new(&rows)?;
    table.square()?;
    // A grid is complete when its children are: the copy waits for them, too.
    let squares = table.values.to_vec()?;
    assert!(squares.iter().zip(rows.concat()).all(|(square, value)| *square == value * value));
    println!("children: {} rows, a grid each, PASS", rows.len());
    Ok(())
}
