//! Products.

use crate::descriptors::{self, Layout, Product, Scales};
use crate::epilogue::{Activation, Epilogue, Sums};
use crate::status::Status;
use dense::Transpose;
use dense::engine::{self, Factors};
use num_traits::{Float as _, Zero as _};
use work::{DataType, Factor, MatrixView, Memory, Number, Pointer, Refused, Stream, by_type, bytes, put};

type Done = Result<(), Status>;
pub(crate) type Call = work::Call<Status>;

/// `hipblasOperation_t`
pub(crate) fn transpose(code: u32) -> Result<Transpose, Status> {
    match code {
        111 => Ok(Transpose::No),
        112 => Ok(Transpose::Yes),
        113 => Ok(Transpose::Conjugated),
        _ => Err(Status::InvalidValue),
    }
}

/// Elements of a matrix, column by column.
pub(crate) struct Block<T> {
    shape: (usize, usize),
    values: Vec<T>,
}

impl<T: Number> Block<T> {
    pub(crate) fn view(&mut self) -> MatrixView<T> {
        MatrixView::in_slice(&mut self.values, self.shape.0, self.shape.1)
    }
}

/// A matrix in device memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    address: usize,
    layout: Layout,
}

impl Operand {
    pub(crate) fn new(pointer: Pointer, layout: Layout) -> Operand {
        Operand { address: pointer.expose_provenance(), layout }
    }

    /// Address of a line of an instance.
    fn line(&self, instance: usize, number: usize) -> usize {
        let elements = (self.layout.stride as isize).wrapping_mul(instance as isize);
        let elements = elements.wrapping_add_unsigned(number.wrapping_mul(self.layout.lead));
        self.address.wrapping_add_signed(elements.wrapping_mul(bytes(self.layout.ty) as isize))
    }

    pub(crate) fn read<T: Number>(&self, memory: &Memory, instance: usize) -> Result<Block<T>, Refused> {
        let (count, length) = self.layout.lines();
        let mut values = Vec::with_capacity(count * length);
        for number in 0..count {
            values.extend(T::read(memory, self.line(instance, number), length, self.layout.ty)?);
        }
        let mut lines = Block { shape: (length, count), values };
        if self.layout.by_rows {
            let view = lines.view().transposed();
            let values = (0..view.columns()).flat_map(|j| view.column(j).to_vec()).collect();
            return Ok(Block { shape: self.layout.shape, values });
        }
        Ok(lines)
    }

    pub(crate) fn write<T: Number>(
        &self,
        memory: &Memory,
        instance: usize,
        from: MatrixView<T>,
    ) -> Result<(), Refused> {
        let lines = if self.layout.by_rows { from.transposed() } else { from };
        (0..lines.columns()).try_for_each(|number| {
            T::write(memory, self.line(instance, number), &lines.column(number).to_vec(), self.layout.ty)
        })
    }
}

/// Product with all that it needs, checked.
#[derive(Clone, Copy)]
struct Plan {
    ops: (Transpose, Transpose),
    epilogue: Epilogue,
    layouts: [Layout; 4],
    product: Product,
    ty: DataType,
}

/// Type that is computed in: by the elements of both factors, the summand and the result, and
/// `hipblasComputeType_t`.
fn computed_type(types: [DataType; 4], compute: u32) -> Result<DataType, Status> {
    use DataType::{Brain, Byte, Double, DoubleComplex, E5m2, Half, Integer, Single, SingleComplex};
    let [a, b, c, d] = types;
    if a.is_small_float() && b.is_small_float() {
        let is_known = match d {
            Single | Half | Brain => c == d,
            _ => d.is_small_float() && (c == d || c == Half || c == Brain),
        };
        let is_pair = (a, b) != (E5m2, E5m2);
        return if is_known && is_pair && (2..=6).contains(&compute) {
            Ok(Single)
        } else {
            Err(Status::NotSupported)
        };
    }
    if a != b || c != d {
        return Err(Status::NotSupported);
    }
    match (a, d, compute) {
        (Half, Half | Single, 0..=6) | (Brain, Brain | Single, 2..=6) | (Single, Single, 2..=6) => Ok(Single),
        (Double, Double, 7 | 8) | (Byte, Integer, 9 | 10) => Ok(Double),
        (SingleComplex, SingleComplex, 2..=6) => Ok(SingleComplex),
        (DoubleComplex, DoubleComplex, 7 | 8) => Ok(DoubleComplex),
        _ => Err(Status::NotSupported),
    }
}

/// Number of the computation's type for one of single precision.
fn single<T: Number>(value: f32) -> T {
    T::real(num_traits::NumCast::from(value).unwrap_or_else(num_traits::Float::nan))
}

/// Reads the one factor of an operand.
fn factor<T: Number>(memory: &Memory, scales: Scales) -> Result<T, Refused> {
    if scales.at == 0 { Ok(T::one()) } else { Ok(single(memory.read::<f32>(scales.at, 1)?[0])) }
}

/// Multiplies each row by its own factor.
fn scale_rows<T: Number>(memory: &Memory, of: MatrixView<T>, scales: Scales) -> Result<(), Refused> {
    let factors = memory.read::<f32>(scales.at, of.rows())?;
    for (i, factor) in factors.into_iter().enumerate() {
        let row = of.row(i);
        (0..row.len()).for_each(|j| row.set(j, row.get(j) * single(factor)));
    }
    Ok(())
}

impl Plan {
    fn new(product: Pointer, layouts: [Pointer; 4]) -> Result<Plan, Status> {
        let product = descriptors::product(product)?;
        let ops = (transpose(product.ops.0)?, transpose(product.ops.1)?);
        let [a, b, c, d] = layouts.map(descriptors::layout);
        let (a, b, c, d) = (a?, b?, c?, d?);
        let epilogue = Epilogue::from_code(product.epilogue)?;
        let ty = computed_type([a.ty, b.ty, c.ty, d.ty], product.compute)?;
        let [of_a, of_b, of_c, of_d] = product.scales;
        let scaled = [(a, of_a), (b, of_b), (c, of_c), (d, of_d), (d, product.auxiliary_scale)];
        // Only floats of 8 bits have scales.
        if scaled.iter().any(|(layout, scales)| scales.at != 0 && !layout.ty.is_small_float()) {
            return Err(Status::NotSupported);
        }
        let is_real = ty == DataType::Single || ty == DataType::Double && d.ty == DataType::Double;
        if !epilogue.is_none() && !is_real {
            return Err(Status::NotSupported);
        }
        let ((m, k), (k_of_b, n)) = (ops.0.stored(a.shape.0, a.shape.1), ops.1.stored(b.shape.0, b.shape.1));
        let batches = [a.batch, b.batch, c.batch, d.batch];
        if k != k_of_b
            || c.shape != (m, n)
            || d.shape != (m, n)
            || batches.iter().any(|&batch| batch != d.batch)
        {
            return Err(Status::InvalidValue);
        }
        let lacks_bias = (epilogue.adds_bias || epilogue.sums != Sums::None) && product.bias == 0;
        let (auxiliary, lead, _) = product.auxiliary;
        if lacks_bias || epilogue.has_auxiliary() && (auxiliary == 0 || lead < m) {
            return Err(Status::InvalidValue);
        }
        Ok(Plan { ops, epilogue, layouts: [a, b, c, d], product, ty })
    }

    /// Type of a bias' elements.
    fn bias_type(&self) -> DataType {
        let [a, _, c, d] = self.layouts.map(|layout| layout.ty);
        self.product.bias_type.unwrap_or(match d {
            DataType::Single if a.is_small_float() => DataType::Brain,
            _ if d.is_small_float() && !c.is_small_float() => c,
            _ if d.is_small_float() => DataType::Half,
            _ => d,
        })
    }

    /// Values that epilogues keep, with the type and the order of columns of the result.
    fn auxiliary(&self) -> Operand {
        let ((address, lead, stride), of_d) = (self.product.auxiliary, self.layouts[3]);
        Operand { address, layout: Layout { lead, stride, by_rows: false, ..of_d } }
    }

    fn run<T: Number>(
        &self,
        memory: &Memory,
        addresses: [Operand; 4],
        (alpha, beta): (T, T),
        instance: usize,
    ) -> Result<T::Real, Refused> {
        let [a, b, c, d] = addresses;
        let (m, n) = d.layout.shape;
        let (mut alpha, mut beta) = (alpha, beta);
        let (mut of_a, mut of_b) = (a.read::<T>(memory, instance)?, b.read::<T>(memory, instance)?);
        let (left, right) = (self.ops.0.view(of_a.view()), self.ops.1.view(of_b.view()));
        let mut made = if beta.is_zero() {
            Block { shape: (m, n), values: vec![T::zero(); m * n] }
        } else {
            c.read::<T>(memory, instance)?
        };
        let result = made.view();
        let factors = Factors { a: (left, self.ops.0.conjugates()), b: (right, self.ops.1.conjugates()) };
        let [of_a, of_b, of_c, of_d] = self.product.scales;
        for (scales, of) in [(of_a, left), (of_b, right.transposed())] {
            match scales {
                Scales { at: 0, .. } => {}
                Scales { is_vector: true, .. } => scale_rows(memory, of, scales)?,
                _ => alpha *= factor(memory, scales)?,
            }
        }
        beta *= factor(memory, of_c)?;
        engine::multiply(result, factors, alpha, beta);
        let (epilogue, ty) = (self.epilogue, self.bias_type());
        if epilogue.adds_bias {
            let bias = T::read(memory, self.product.bias, m, ty)?;
            for j in 0..n {
                bias.iter().enumerate().for_each(|(i, &bias)| result.set(i, j, result.get(i, j) + bias));
            }
        }
        let auxiliary = self.auxiliary();
        if epilogue.keeps {
            let scale: T = factor(memory, self.product.auxiliary_scale)?;
            let mut values: Vec<T> = (0..n).flat_map(|j| result.column(j).to_vec()).collect();
            values.iter_mut().for_each(|value| *value *= scale);
            auxiliary.write(memory, instance, MatrixView::in_slice(&mut values, m, n))?;
        }
        let mut kept = if epilogue.activation == Activation::GeluBack {
            Some(auxiliary.read::<T>(memory, instance)?)
        } else {
            None
        };
        epilogue.activation.apply(result, kept.as_mut().map(Block::view));
        let of_rows = |of: MatrixView<T>| -> Vec<T> {
            (0..of.rows()).map(|i| of.row(i).iter().fold(T::zero(), |sum, value| sum + value)).collect()
        };
        let sums = match epilogue.sums {
            Sums::None => Vec::new(),
            Sums::OfResult => of_rows(result),
            Sums::OfLeft => of_rows(left),
            Sums::OfRight => of_rows(right.transposed()),
        };
        if !sums.is_empty() {
            T::write(memory, self.product.bias, &sums, ty)?;
        }
        let greatest = (0..n).flat_map(|j| result.column(j).to_vec());
        let greatest = greatest.fold(T::Real::zero(), |most, value| most.max(value.re().abs()));
        engine::scale(result, factor(memory, of_d)?);
        d.write(memory, instance, result)?;
        Ok(greatest)
    }
}

pub(crate) fn matmul(
    handle: Pointer,
    product: Pointer,
    alpha: Pointer,
    a: Pointer,
    of_a: Pointer,
    b: Pointer,
    of_b: Pointer,
    beta: Pointer,
    c: Pointer,
    of_c: Pointer,
    d: Pointer,
    of_d: Pointer,
    stream: Pointer,
) -> Done {
    descriptors::check(handle)?;
    let plan = Plan::new(product, [of_a, of_b, of_c, of_d])?;
    let [la, lb, lc, ld] = plan.layouts;
    let operands = [Operand::new(a, la), Operand::new(b, lb), Operand::new(c, lc), Operand::new(d, ld)];
    if ld.shape.0 == 0 || ld.shape.1 == 0 {
        return Ok(());
    }
    if [a, b, d].iter().any(|pointer| pointer.is_null()) {
        return Err(Status::InvalidValue);
    }
    let call = Call::new(c"hipblasLtMatmul", Stream::from_handle(stream), plan.product.on_device);
    by_type!(plan.ty, Status::NotSupported, T => {
        let (alpha, beta): (Factor<T>, Factor<T>) =
            (call.factor(alpha, plan.product.scale)?, call.factor(beta, plan.product.scale)?);
        call.launch(move |memory| {
            let factors = (alpha.value(memory)?, beta.value(memory)?);
            let mut greatest = 0f32;
            for instance in 0..ld.batch {
                let own = plan.run::<T>(memory, operands, factors, instance)?;
                greatest = greatest.max(num_traits::NumCast::from(own).unwrap_or(f32::NAN));
            }
            if plan.product.greatest == 0 { Ok(()) } else { memory.write(plan.product.greatest, &[greatest]) }
        })
    })
}

/// `hipblasLtMatmulHeuristicResult_t`
#[repr(C)]
struct Choice {
    algorithm: [u64; 3],
    workspace: usize,
    state: u32,
    waves: f32,
    reserved: [i32; 4],
}

/// Answers the one algorithm, if there is one for the product.
pub(crate) fn choose(
    handle: Pointer,
    product: Pointer,
    of_a: Pointer,
    of_b: Pointer,
    of_c: Pointer,
    of_d: Pointer,
    wanted: i64,
    to: Pointer,
    count: Pointer,
) -> Done {
    descriptors::check(handle)?;
    if wanted < 1 {
        return Err(Status::InvalidValue);
    }
    put::<Status, _>(count, 0i32)?;
    // The place of a bias may be set later.
    match Plan::new(product, [of_a, of_b, of_c, of_d]) {
        Err(Status::InvalidValue)
            if Epilogue::from_code(descriptors::product(product)?.epilogue)?.is_none() =>
        {
            return Err(Status::InvalidValue);
        }
        Err(Status::NotSupported) => return Err(Status::NotSupported),
        _ => {}
    }
    put::<Status, _>(to, Choice { algorithm: [0; 3], workspace: 0, state: 0, waves: 1.0, reserved: [0; 4] })?;
    put(count, 1i32)
}
