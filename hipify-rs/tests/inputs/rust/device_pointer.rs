use cust_raw::*;

struct Buffer {
    start: CUdeviceptr,
    bytes: usize,
}

impl Buffer {
    const fn empty() -> Self {
        Buffer { start: 0, bytes: 0 }
    }

    fn at(&self, index: u64) -> CUdeviceptr {
        self.start + index * 4 // bytes
    }

    fn is_empty(&self) -> bool {
        self.start == 0 || 0 == self.start
    }
}

unsafe fn f(b: &mut Buffer, n: u64) {
    let mut d: CUdeviceptr = 0;
    cuMemAlloc_v2(&mut d, 64);
    if d != 0 {
        d += n;
        d -= 16;
        cuMemcpyDtoD_v2(d + 8, b.start + n + 4, 8);
    }
    b.start = 0;
    let bytes = b.bytes + 4;
    let other = 0;
    drop((bytes, other, d as u64));
}
