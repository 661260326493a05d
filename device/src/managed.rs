//! Access of a device to memory shared with the host, by its capability and the table `managed.tsv`.

/// Access of a device to managed and pageable memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Managed {
    /// Pages migrate individually while the host uses others (`concurrentManagedAccess`).
    pub concurrent: bool,
    /// Kernels access any memory of the program (`pageableMemoryAccess`).
    pub pageable: bool,
    /// They do so through the host's page tables (`pageableMemoryAccessUsesHostPageTables`).
    pub tables: bool,
    /// The host accesses managed memory in place on the device (`directManagedMemAccessFromHost`).
    pub from_host: bool,
}

const TABLE: &str = include_str!("managed.tsv");

impl Managed {
    /// Returns the entry of the device with a name and compute capability.
    pub fn named(name: &str, capability: (u32, u32)) -> Managed {
        let Some([_, concurrent, pageable, tables, from_host]) =
            tsv::table::<5>(TABLE).find(|[of, ..]| *of == name)
        else {
            return Managed {
                concurrent: capability >= (6, 0),
                pageable: false,
                tables: false,
                from_host: false,
            };
        };
        let [concurrent, pageable, tables, from_host] =
            [concurrent, pageable, tables, from_host].map(|flag| flag == "1");
        Managed { concurrent, pageable, tables, from_host }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spec;

    #[test]
    fn every_row_names_a_device() {
        let rows: Vec<&str> = tsv::rows(TABLE).collect();
        for row in &rows {
            let fields: Vec<&str> = tsv::cells(row).collect();
            assert!(fields.len() == 5 && Spec::named(fields[0]).is_some(), "{row}");
            assert!(fields[1..].iter().all(|flag| matches!(*flag, "0" | "1")), "{row}");
        }
        assert!(rows.is_sorted());
        let of = |name: &str| Spec::named(name).expect("a device").managed;
        assert_eq!(
            of("NVIDIA H200"),
            Managed { concurrent: true, pageable: false, tables: false, from_host: false }
        );
        assert!(
            !of("GeForce GTX 980").concurrent && !of("Orin").concurrent && of("NVIDIA GH200 480GB").tables
        );
    }
}
