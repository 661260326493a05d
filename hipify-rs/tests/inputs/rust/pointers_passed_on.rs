use cudarc::driver::sys::{CUdeviceptr, CUresult};

extern "C" {
    fn cuMemFree_v2(dptr: CUdeviceptr) -> CUresult;
    fn cuMemsetD8_v2(dst: CUdeviceptr, value: u8, count: usize) -> CUresult;
}

pub struct Buffer {
    dptr: CUdeviceptr,
}

impl Buffer {
    pub fn free(&mut self) -> CUresult {
        unsafe { cuMemFree_v2(self.dptr) }
    }
}
