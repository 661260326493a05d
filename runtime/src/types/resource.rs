//! Parts of devices.

use device::SmSet;

/// `hipDevSmResourceGroupBackfill`: what cannot be of one GPC may be any SMs.
pub const BACKFILL: u32 = 1;

/// SMs of a device, as a resource (CUDA driver API, "Green Contexts").
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SmResource {
    /// Ordinal of the device.
    pub device: u32,
    /// The SMs; on a GPU the first ones, as many as there are: a driver tells only their number.
    pub sms: SmSet,
    /// Those of them that units begin with which hold clusters ([`device::partition::units`]).
    pub begins: SmSet,
    /// Least SMs of a part.
    pub min: u32,
    /// Parts are multiples of this.
    pub align: u32,
    /// The flags of the split it comes from, or of the group of one by sizes.
    pub flags: u32,
    /// SMs that are of one GPC each, of a group of a split by sizes; else 0.
    pub coscheduled: u32,
    /// Unlike any other split's; 0 for a whole device or a green context's.
    pub split: u32,
    /// What CUDA's driver has instead, on a GPU.
    pub driver: Option<Box<cuda_driver::Resource>>,
}

impl SmResource {
    /// Resource of CUDA's driver.
    pub fn of_driver(device: u32, own: cuda_driver::Resource) -> SmResource {
        SmResource {
            device,
            sms: SmSet::first(own.sms()),
            begins: SmSet::default(),
            min: own.least_sms(),
            align: own.alignment(),
            flags: own.flags(),
            coscheduled: 0,
            // The driver decides what may be split.
            split: 0,
            driver: Some(Box::new(own)),
        }
    }
}
