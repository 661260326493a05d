//! Transforms of matrices: sums of two, transposed or not, with conversions of types and orders.

use crate::descriptors::{self, Layout, Transform};
use crate::matmul::{Block, Call, Operand, transpose};
use crate::status::Status;
use dense::Transpose;
use work::{DataType, Factor, MatrixView, Number, Pointer, Scalar, Stream, by_type};

type Done = Result<(), Status>;

/// `hipblasOperation_t`. cuBLAS's numbers are taken, too: attributes come without their types.
fn operation(code: u32) -> Result<Transpose, Status> {
    const FIRST: u32 = 111;
    transpose(if code < 3 { FIRST + code } else { code })
}

/// Type that is computed in.
fn computed_type(scale: DataType, layouts: &[Layout]) -> Result<DataType, Status> {
    use DataType::{Brain, Byte, Double, DoubleComplex, Half, Integer, Single, SingleComplex};
    let all = |known: &[DataType]| layouts.iter().all(|layout| known.contains(&layout.ty));
    match scale {
        Half | Single if all(&[Half, Brain, Single]) => Ok(Single),
        Single | Double | Integer if all(&[Single, Double, Integer, Byte]) => Ok(Double),
        SingleComplex if all(&[SingleComplex]) => Ok(SingleComplex),
        DoubleComplex if all(&[DoubleComplex]) => Ok(DoubleComplex),
        _ => Err(Status::NotSupported),
    }
}

/// A summand: the matrix, how it is taken, and its factor.
#[derive(Clone, Copy)]
struct Summand<T> {
    operand: Operand,
    op: Transpose,
    factor: Factor<T>,
}

/// Number as it is stored among integers, which are the nearest.
fn rounded<T: Number>(value: T) -> T {
    T::from_parts(num_traits::Float::round(value.re()), value.im())
}

/// Checks a transform, and carries it out.
pub(crate) fn transform(
    handle: Pointer,
    transform: Pointer,
    (alpha, a, of_a): (Pointer, Pointer, Pointer),
    (beta, b, of_b): (Pointer, Pointer, Pointer),
    (c, of_c): (Pointer, Pointer),
    stream: Pointer,
) -> Done {
    descriptors::check(handle)?;
    let Transform { scale, on_device, ops } = descriptors::transform(transform)?;
    let to = descriptors::layout(of_c)?;
    // A summand without a matrix is none.
    let given =
        [(alpha, a, of_a, ops.0), (beta, b, of_b, ops.1)].into_iter().filter(|given| !given.1.is_null());
    let mut summands = Vec::new();
    for (factor, matrix, layout, op) in given {
        let (layout, op) = (descriptors::layout(layout)?, operation(op)?);
        if op.stored(to.shape.0, to.shape.1) != layout.shape || layout.batch != to.batch {
            return Err(Status::InvalidValue);
        }
        summands.push((factor, Operand::new(matrix, layout), layout, op));
    }
    let layouts: Vec<Layout> = summands.iter().map(|summand| summand.2).chain([to]).collect();
    let ty = computed_type(scale, &layouts)?;
    if to.shape.0 == 0 || to.shape.1 == 0 {
        return Ok(());
    }
    if c.is_null() || summands.is_empty() {
        return Err(Status::InvalidValue);
    }
    let call = Call::new(c"hipblasLtMatrixTransform", Stream::from_handle(stream), on_device);
    let (target, of_integers) = (Operand::new(c, to), matches!(to.ty, DataType::Integer | DataType::Byte));
    by_type!(ty, Status::NotSupported, T => {
        let summands: Vec<Summand<T>> = summands
            .into_iter()
            .map(|(factor, operand, _, op)| Ok(Summand { operand, op, factor: call.factor(factor, scale)? }))
            .collect::<Result<_, Status>>()?;
        call.launch(move |memory| {
            for instance in 0..to.batch {
                let mut sums = vec![<T as num_traits::Zero>::zero(); to.shape.0 * to.shape.1];
                let made = MatrixView::in_slice(&mut sums, to.shape.0, to.shape.1);
                for Summand { operand, op, factor } in &summands {
                    let factor = factor.value(memory)?;
                    if num_traits::Zero::is_zero(&factor) {
                        continue;
                    }
                    let mut block: Block<T> = operand.read(memory, instance)?;
                    let view = op.view(block.view());
                    for j in 0..to.shape.1 {
                        for i in 0..to.shape.0 {
                            let value = view.get(i, j).conj_if(op.conjugates());
                            made.set(i, j, made.get(i, j) + factor * value);
                        }
                    }
                }
                if of_integers {
                    (0..to.shape.1).for_each(|j| {
                        (0..to.shape.0).for_each(|i| made.set(i, j, rounded(made.get(i, j))));
                    });
                }
                target.write(memory, instance, made)?;
            }
            Ok(())
        })
    })
}
