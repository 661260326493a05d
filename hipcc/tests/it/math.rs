//! Math functions in kernels and on the host: every row of `testdata/hipcc/math.tsv` is compared with its
//! value on both sides.
#![expect(unsafe_code, reason = "the tests launch kernels that they know")]

use crate::files::{bench, succeed};
use runtime::api::module::LaunchShape;
use runtime::api::{self, StreamRef};
use runtime::{Context, Device, DeviceBuffer, Module};
use std::fmt::Write as _;
use std::process::Command;

/// Functions for rows that are not a single expression.
const HELPERS: &str = "#include <hip/hip_runtime.h>\n\
    #define BOTH static inline __host__ __device__\n\
    BOTH double sum_of_norms() { double v[] = {1, 2, 4}; return norm(3, v) + rnorm(3, v); }\n\
    BOTH float sumf_of_norms() { float v[] = {1, 2, 4}; return normf(3, v) + rnormf(3, v); }\n\
    BOTH double sincospi_of(double x) { double s, c; sincospi(x, &s, &c); return 2 * s + c; }\n\
    BOTH float sincospi_off(float x) { float s, c; sincospif(x, &s, &c); return 2 * s + c; }\n";

struct Row {
    call: String,
    value: f64,
}

impl Row {
    /// Returns the largest relative error: some units in the last place, as CUDA documents.
    fn limit(&self) -> f64 {
        let is_single = self.call.contains("f)") || self.call.contains("f,") || self.call.starts_with("sumf");
        if is_single { 8e-7 } else { 5e-15 }
    }
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(testdata::root().join("hipcc/math.tsv")).expect("the table");
    let row =
        |[call, value]: [&str; 2]| Row { call: call.to_owned(), value: value.parse().expect("a number") };
    let rows: Vec<Row> = tsv::table(&text).map(row).collect();
    assert!(rows.len() > 250);
    rows
}

fn source(rows: &[Row]) -> String {
    let mut text = format!("{HELPERS}BOTH void all(double *out)\n{{\n");
    for (number, row) in rows.iter().enumerate() {
        writeln!(text, "    out[{number}] = static_cast<double>({});", row.call).expect("a string");
    }
    text += "}\n";
    let count = rows.len();
    writeln!(
        text,
        "#if defined(HOST)\nint main() {{ static double out[{count}]; all(out);\n\
         for (double value : out) printf(\"%.17g\\n\", value); }}\n\
         #else\nextern \"C\" __global__ void run(double *out) {{ all(out); }}\n#endif"
    )
    .expect("a string");
    text
}

fn compare(side: &str, rows: &[Row], values: &[f64]) {
    assert_eq!(rows.len(), values.len(), "{side}");
    let mut wrong = String::new();
    for (row, &value) in rows.iter().zip(values) {
        let error = (value - row.value).abs();
        if !(error <= row.limit() * row.value.abs() || error <= f64::MIN_POSITIVE) {
            writeln!(wrong, "{}: {value:e}, not {:e}", row.call, row.value).expect("a string");
        }
    }
    assert!(wrong.is_empty(), "{side}:\n{wrong}");
}

#[test]
fn kernels_and_hosts_compute_the_same() {
    let Some(folder) = bench() else { return };
    let folder = folder.path();
    let rows = rows();
    std::fs::write(folder.join("math.hip"), source(&rows)).expect("a source");

    succeed(folder, "-O1 -DHOST --offload-host-only -c math.hip -o math.o");
    let linked =
        Command::new("c++").current_dir(folder).args(["math.o", "-o", "math"]).output().expect("a linker");
    assert!(linked.status.success(), "{}", String::from_utf8_lossy(&linked.stderr));
    let said = Command::new(folder.join("math")).output().expect("the program").stdout;
    let said = String::from_utf8(said).expect("text");
    let values: Vec<f64> = said.lines().map(|line| line.parse().expect("a number")).collect();
    compare("host", &rows, &values);

    succeed(folder, "-ptx -O1 math.hip -o math.ptx");
    let ptx = std::fs::read(folder.join("math.ptx")).expect("PTX");
    let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
    let module = Module::from_bytes(&ptx).expect("a module");
    let out = DeviceBuffer::<f64>::zeroed(rows.len()).expect("memory");
    let shape =
        LaunchShape { grid: [1; 3], block: [1; 3], shared_bytes: 0, cooperative: false, cluster: None };
    let kernel = module.function("run").expect("a kernel");
    // SAFETY: the kernel writes the buffer, which the test reads when it is done.
    unsafe { api::module::launch(kernel.id(), shape, &out.ptr().address().to_le_bytes(), StreamRef::Legacy) }
        .expect("a launch");
    compare("device", &rows, &out.to_vec().expect("a copy"));
}
