//! Handles, layouts of matrices, descriptors of products, and preferences: numbers by attributes.

use crate::status::Status;
use std::sync::{Mutex, PoisonError};
use work::{DataType, Handles, Pointer, put};

type Done = Result<(), Status>;

static HANDLES: Handles<()> = Handles::new();

/// Checks a handle.
pub(crate) fn check(handle: Pointer) -> Done {
    HANDLES.get(handle).map(drop).ok_or(Status::NotInitialized)
}

pub(crate) fn create(to: Pointer) -> Done {
    work::current_device().map_err(|_| Status::NotInitialized)?;
    put(to, HANDLES.add(()))
}

pub(crate) fn destroy(handle: Pointer) -> Done {
    HANDLES.remove(handle).map(drop).ok_or(Status::NotInitialized)
}

pub(crate) fn version(handle: Pointer, to: Pointer) -> Done {
    const VERSION: i32 = 100_000;
    check(handle)?;
    put(to, VERSION)
}

/// Attributes of an object: each has a place among its numbers, and bytes in C.
#[derive(Clone, Debug)]
struct Object {
    numbers: Vec<u64>,
    bytes: &'static [usize],
}

impl Object {
    /// Bytes of an attribute.
    fn size(&self, attribute: u32) -> Result<usize, Status> {
        let size = self.bytes.get(attribute as usize).copied();
        size.filter(|&size| size > 0).ok_or(Status::NotSupported)
    }
}

/// Place of a call.
#[derive(Clone, Copy)]
enum Place {
    OfHandle(Pointer),
    OfObject(Pointer),
}

/// Objects of one kind.
struct Table(Handles<Mutex<Object>>);

impl Table {
    const fn new() -> Table {
        Table(Handles::new())
    }

    /// Makes an object and writes its handle, or makes it in the program's memory.
    fn create(&self, to: Place, numbers: Vec<u64>, bytes: &'static [usize]) -> Done {
        let object = Mutex::new(Object { numbers, bytes });
        match to {
            Place::OfHandle(to) => put(to, self.0.add(object)),
            Place::OfObject(at) if at.is_null() => Err(Status::InvalidValue),
            Place::OfObject(at) => {
                self.0.put(at, object);
                Ok(())
            }
        }
    }

    fn destroy(&self, handle: Pointer) -> Done {
        self.0.remove(handle).map(drop).ok_or(Status::InvalidValue)
    }

    fn numbers(&self, handle: Pointer) -> Result<Vec<u64>, Status> {
        let object = self.0.get(handle).ok_or(Status::InvalidValue)?;
        let object = object.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(object.numbers.clone())
    }

    fn set(&self, handle: Pointer, attribute: u32, from: Pointer, bytes: usize) -> Done {
        let object = self.0.get(handle).ok_or(Status::InvalidValue)?;
        let mut object = object.lock().unwrap_or_else(PoisonError::into_inner);
        let size = object.size(attribute)?;
        if from.is_null() || bytes < size {
            return Err(Status::InvalidValue);
        }
        let mut value = [0u8; 8];
        // SAFETY: not null, and C promised so many bytes; no attribute has more than eight.
        unsafe { from.cast::<u8>().copy_to_nonoverlapping(value.as_mut_ptr(), size) };
        object.numbers[attribute as usize] = u64::from_le_bytes(value);
        Ok(())
    }

    fn get(&self, handle: Pointer, attribute: u32, to: Pointer, bytes: usize, written: Pointer) -> Done {
        let object = self.0.get(handle).ok_or(Status::InvalidValue)?;
        let object = object.lock().unwrap_or_else(PoisonError::into_inner);
        let size = object.size(attribute)?;
        if !written.is_null() {
            put::<Status, _>(written, size)?;
        }
        if bytes == 0 {
            return Ok(());
        }
        if to.is_null() || bytes < size {
            return Err(Status::InvalidValue);
        }
        let value = object.numbers[attribute as usize].to_le_bytes();
        // SAFETY: not null, and C promised so many bytes.
        unsafe { value.as_ptr().copy_to_nonoverlapping(to.cast::<u8>(), size) };
        Ok(())
    }
}

static LAYOUTS: Table = Table::new();
static PRODUCTS: Table = Table::new();
static PREFERENCES: Table = Table::new();
static TRANSFORMS: Table = Table::new();

/// Bytes of `hipblasLtMatrixLayoutAttribute_t`: batch, distance of instances, type, order, rows, columns,
/// lead.
const OF_LAYOUT: &[usize] = &[4, 8, 4, 4, 8, 8, 8];
/// Bytes of `hipblasLtMatmulDescAttributes_t`, zero for numbers that it lacks. The types that a descriptor is
/// created with are [`COMPUTE`] and [`SCALE`], which HIP does not name.
const OF_PRODUCT: &[usize] =
    &[4, 4, 4, 8, 4, 8, 8, 8, 8, 8, 8, 8, 8, 4, 8, 4, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4];
/// Type of the computation, and of its factors.
const COMPUTE: usize = 15;
const SCALE: usize = 16;
/// Modes of the scales of both factors.
const MODES: [usize; 2] = [31, 32];
/// Bytes of `hipblasLtMatmulPreferenceAttributes_t`.
const OF_PREFERENCE: &[usize] = &[4, 8];

/// Bytes of `hipblasLtMatrixTransformDescAttributes_t`: the factors' type, the pointer mode, both operations.
const OF_TRANSFORM: &[usize] = &[4, 4, 4, 4];

/// Exports functions that make, end, change and ask objects.
macro_rules! objects {
    ($($table:ident: $destroy:ident, $set:ident, $get:ident;)*) => {$(
        pub(crate) fn $destroy(handle: Pointer) -> Done {
            $table.destroy(handle)
        }

        pub(crate) fn $set(handle: Pointer, attribute: u32, from: Pointer, bytes: usize) -> Done {
            $table.set(handle, attribute, from, bytes)
        }

        pub(crate) fn $get(handle: Pointer, attribute: u32, to: Pointer, bytes: usize, written: Pointer) -> Done {
            $table.get(handle, attribute, to, bytes, written)
        }
    )*};
}
objects! {
    LAYOUTS: destroy_layout, set_layout, layout_attribute;
    PRODUCTS: destroy_product, set_product, product_attribute;
    PREFERENCES: destroy_preference, set_preference, preference_attribute;
    TRANSFORMS: destroy_transform, set_transform, transform_attribute;
}

fn make_layout(to: Place, ty: u32, rows: usize, columns: usize, lead: i64) -> Done {
    element_of_product(ty)?;
    let numbers = vec![1, 0, ty.into(), 0, rows as u64, columns as u64, lead.cast_unsigned()];
    LAYOUTS.create(to, numbers, OF_LAYOUT)
}

pub(crate) fn create_layout(to: Pointer, ty: u32, rows: usize, columns: usize, lead: i64) -> Done {
    make_layout(Place::OfHandle(to), ty, rows, columns, lead)
}

pub(crate) fn init_layout(at: Pointer, ty: u32, rows: usize, columns: usize, lead: i64) -> Done {
    make_layout(Place::OfObject(at), ty, rows, columns, lead)
}

/// `HIPBLAS_OP_N`
const PLAIN: u64 = 111;
/// `HIPBLASLT_EPILOGUE_DEFAULT`
const NO_EPILOGUE: u64 = 1;
/// A type that was not set.
const NO_TYPE: u64 = u32::MAX as u64;

fn make_product(to: Place, compute: u32, scale: u32) -> Done {
    let mut numbers = vec![PLAIN, PLAIN, NO_EPILOGUE, 0, NO_TYPE];
    numbers.resize(OF_PRODUCT.len(), 0);
    (numbers[COMPUTE], numbers[SCALE]) = (compute.into(), scale.into());
    PRODUCTS.create(to, numbers, OF_PRODUCT)
}

pub(crate) fn create_product(to: Pointer, compute: u32, scale: u32) -> Done {
    make_product(Place::OfHandle(to), compute, scale)
}

pub(crate) fn init_product(at: Pointer, compute: u32, scale: u32) -> Done {
    make_product(Place::OfObject(at), compute, scale)
}

pub(crate) fn create_preference(to: Pointer) -> Done {
    PREFERENCES.create(Place::OfHandle(to), vec![0, 0], OF_PREFERENCE)
}

pub(crate) fn init_preference(at: Pointer) -> Done {
    PREFERENCES.create(Place::OfObject(at), vec![0, 0], OF_PREFERENCE)
}

fn make_transform(to: Place, scale: u32) -> Done {
    element(scale)?;
    TRANSFORMS.create(to, vec![scale.into(), 0, PLAIN, PLAIN], OF_TRANSFORM)
}

pub(crate) fn create_transform(to: Pointer, scale: u32) -> Done {
    make_transform(Place::OfHandle(to), scale)
}

pub(crate) fn init_transform(at: Pointer, scale: u32) -> Done {
    make_transform(Place::OfObject(at), scale)
}

/// Descriptor of a transform.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transform {
    pub(crate) scale: DataType,
    pub(crate) on_device: bool,
    pub(crate) ops: (u32, u32),
}

pub(crate) fn transform(handle: Pointer) -> Result<Transform, Status> {
    let [scale, mode, a, b] =
        <[u64; 4]>::try_from(TRANSFORMS.numbers(handle)?).map_err(|_| Status::InternalError)?;
    if mode > 1 {
        return Err(Status::NotSupported);
    }
    Ok(Transform { scale: element(scale as u32)?, on_device: mode == 1, ops: (a as u32, b as u32) })
}

/// Type of elements (`hipDataType`).
fn element(code: u32) -> Result<DataType, Status> {
    let other = if DataType::is_known(code) { Status::NotSupported } else { Status::InvalidValue };
    DataType::from_code(code).ok_or(other)
}

/// The same with floats of 8 bits.
fn element_of_product(code: u32) -> Result<DataType, Status> {
    DataType::of_product(code).map_or_else(|| element(code), Ok)
}

/// Layout of a matrix.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) ty: DataType,
    pub(crate) shape: (usize, usize),
    pub(crate) lead: usize,
    pub(crate) by_rows: bool,
    pub(crate) batch: usize,
    pub(crate) stride: i64,
}

impl Layout {
    /// Number of lines that follow each other, and their length.
    pub(crate) fn lines(&self) -> (usize, usize) {
        if self.by_rows { self.shape } else { (self.shape.1, self.shape.0) }
    }
}

pub(crate) fn layout(handle: Pointer) -> Result<Layout, Status> {
    let [batch, stride, ty, order, rows, columns, lead] =
        <[u64; 7]>::try_from(LAYOUTS.numbers(handle)?).map_err(|_| Status::InternalError)?;
    let by_rows = match order {
        0 => false,
        1 => true,
        _ => return Err(Status::NotSupported),
    };
    let number = |n: u64| usize::try_from(n).map_err(|_| Status::InvalidValue);
    let layout = Layout {
        ty: element_of_product(ty as u32)?,
        shape: (number(rows)?, number(columns)?),
        lead: number(lead)?,
        by_rows,
        batch: number(batch)?,
        stride: stride.cast_signed(),
    };
    if layout.lead < layout.lines().1 || lead.cast_signed() < 0 || batch == 0 {
        Err(Status::InvalidValue)
    } else {
        Ok(layout)
    }
}

/// Factors of an operand in device memory, by which it is multiplied; the address is zero if it has none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scales {
    pub(crate) at: usize,
    /// One for each line, not one for all.
    pub(crate) is_vector: bool,
}

/// Descriptor of a product.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Product {
    pub(crate) ops: (u32, u32),
    pub(crate) epilogue: u32,
    pub(crate) bias: usize,
    pub(crate) bias_type: Option<DataType>,
    /// Address, leading dimension and distance of instances of what epilogues keep or take.
    pub(crate) auxiliary: (usize, usize, i64),
    pub(crate) on_device: bool,
    pub(crate) compute: u32,
    pub(crate) scale: DataType,
    /// Of both factors, the summand and the result.
    pub(crate) scales: [Scales; 4],
    /// Of what epilogues keep.
    pub(crate) auxiliary_scale: Scales,
    /// Place of the result's greatest magnitude.
    pub(crate) greatest: usize,
}

pub(crate) fn product(handle: Pointer) -> Result<Product, Status> {
    let numbers = PRODUCTS.numbers(handle)?;
    let [op_a, op_b, epilogue, bias, bias_type, a, b, c, d, e, at, lead, stride, mode, amax, compute, scale] =
        *numbers.first_chunk::<17>().ok_or(Status::InternalError)?;
    if mode > 1 {
        return Err(Status::NotSupported);
    }
    let scales = |at: u64, mode: u64| match mode {
        0 => Ok(Scales { at: at as usize, is_vector: false }),
        // `HIPBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F`
        3 => Ok(Scales { at: at as usize, is_vector: true }),
        _ => Err(Status::NotSupported),
    };
    let bias_type = if bias_type == NO_TYPE { None } else { Some(element(bias_type as u32)?) };
    Ok(Product {
        ops: (op_a as u32, op_b as u32),
        epilogue: epilogue as u32,
        bias: bias as usize,
        bias_type,
        auxiliary: (at as usize, lead as usize, stride.cast_signed()),
        on_device: mode == 1,
        compute: compute as u32,
        scale: element(scale as u32)?,
        scales: [scales(a, numbers[MODES[0]])?, scales(b, numbers[MODES[1]])?, scales(c, 0)?, scales(d, 0)?],
        auxiliary_scale: scales(e, 0)?,
        greatest: amax as usize,
    })
}
