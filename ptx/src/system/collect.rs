//! Host that collects output, for tests and tools.

use super::{Channel, Freed, Heap, Host, Output};
use crate::texture::Table;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// Host that keeps output until it is taken; its heap is memory of the caller.
#[derive(Debug)]
pub struct Collector {
    heap: Mutex<Heap>,
    outputs: Mutex<Vec<Output>>,
    /// Textures and surfaces that handles refer to.
    pub textures: Arc<Table>,
}

impl Collector {
    /// Creates a host with a heap in a range of device addresses.
    pub fn new(heap: Range<u64>) -> Collector {
        Collector {
            heap: Mutex::new(Heap::new(heap)),
            outputs: Mutex::new(Vec::new()),
            textures: Arc::default(),
        }
    }

    /// Takes the output since the last call; it is returned as the bytes of a channel, in order of blocks.
    pub fn take(&self) -> impl Fn(Channel) -> Vec<u8> + use<> {
        let mut outputs = std::mem::take(&mut *self.outputs.lock().unwrap_or_else(PoisonError::into_inner));
        outputs.sort_by_key(|output| output.block);
        move |channel| {
            let texts = outputs.iter().flat_map(|output| &output.texts).filter(|text| text.0 == channel);
            texts.flat_map(|text| text.1.iter().copied()).collect()
        }
    }
}

impl Host for Collector {
    fn write_output(&self, output: Output) {
        self.outputs.lock().unwrap_or_else(PoisonError::into_inner).push(output);
    }

    fn allocate(&self, bytes: u64) -> u64 {
        self.heap.lock().unwrap_or_else(PoisonError::into_inner).allocate(bytes)
    }

    fn free(&self, address: u64) -> Freed {
        self.heap.lock().unwrap_or_else(PoisonError::into_inner).free(address)
    }

    fn textures(&self) -> Option<&Arc<Table>> {
        Some(&self.textures)
    }
}
