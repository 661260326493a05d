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

fn more(p: CUdeviceptr, q: CUdeviceptr, b: &[Buffer], n: usize, bits: u32) -> u64 {
    let mut at: CUdeviceptr = (p + 4) + n as u64 * 2 - std::mem::size_of::<Vec<u8>>() as u64;
    at += (n << bits) as u64 | 1;
    at += 1 << bits;
    let far: CUdeviceptr = b[n - 1].start + b.len() as u64;
    if far + 8 == 0 || p as u64 + 1 > 4 && at != 0x0 {
        return p as u64 - q as u64;
    }
    let all = [at + 1, at - 1];
    match n {
        0 => at = 0,
        _ => at -= 4,
    }
    let twice = 2 * p as u64 + 4;
    (at) - 4;
    consume(&all, at..at + 16, |x| x + 1, p + if n == 0 { 1 } else { 2 });
    twice
}
