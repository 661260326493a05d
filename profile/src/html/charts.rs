//! Charts of the page, as SVG.

use super::escape;
use crate::report::Profile;
use crate::summary::duration;
use std::fmt::Write as _;

/// Draws parts of a whole as bars.
pub(super) fn bars(parts: &[(String, f64)]) -> String {
    let mut text = String::new();
    for (name, part) in parts {
        let percent = 100.0 * part;
        let _ = write!(
            text,
            "<div class=bar><span>{}</span><i><b style=\"width:{:.1}%\"></b></i><span>{percent:.1} %</span></div>",
            escape(name),
            percent.clamp(0.0, 100.0)
        );
    }
    text
}

/// Draws warps on an SM by a quantity, with a mark at the present one.
pub(super) fn curve(what: &str, points: &[[u32; 2]], now: u32, most: u32) -> String {
    const SIZE: [f64; 2] = [320.0, 110.0];
    let last = points.last().map_or(1, |point| point[0]).max(1);
    let place = |x: u32, y: u32| {
        let right = 30.0 + (SIZE[0] - 40.0) * f64::from(x) / f64::from(last);
        (right, SIZE[1] - 22.0 - (SIZE[1] - 36.0) * f64::from(y) / f64::from(most.max(1)))
    };
    let mut path = String::new();
    for (n, point) in points.iter().enumerate() {
        let (x, y) = place(point[0], point[1]);
        let _ = write!(path, "{}{x:.1} {y:.1}", if n == 0 { "M" } else { "L" });
    }
    let nearest = points.iter().min_by_key(|point| point[0].abs_diff(now)).copied().unwrap_or_default();
    let (x, y) = place(now.min(last), nearest[1]);
    let (base, bottom) = (place(0, 0), place(last, 0));
    format!(
        "<svg viewBox=\"0 0 {w} {h}\" width={w} role=img aria-label=\"warps by {what}\"><path class=axis d=\"M{bx:.1} 10V{by:.1}H{ex:.1}\"/>\
         <path class=curve d=\"{path}\"/><circle class=mark cx={x:.1} cy={y:.1} r=4 />\
         <text x=2 y=16>{most}</text><text x=2 y={by:.1}>0</text><text x={bx:.1} y={ty:.1}>{what}: {now} (to {last})</text></svg>",
        w = SIZE[0],
        h = SIZE[1],
        bx = base.0,
        by = base.1,
        ex = bottom.0,
        ty = SIZE[1] - 6.0,
    )
}

/// Draws performance over arithmetic intensity, with the device's limits.
pub(super) fn roofline(profile: &Profile) -> String {
    const SIZE: [f64; 2] = [700.0, 320.0];
    let device = &profile.device;
    // Decades: 0.01 to 1000 operations a byte, 1 GFLOP/s to 100 TFLOP/s.
    let x = |intensity: f64| {
        50.0 + (SIZE[0] - 70.0) * ((intensity.max(0.01).log10() + 2.0) / 5.0).clamp(0.0, 1.0)
    };
    let y = |flops: f64| {
        SIZE[1] - 30.0 - (SIZE[1] - 50.0) * ((flops.max(1e9).log10() - 9.0) / 5.0).clamp(0.0, 1.0)
    };
    let mut text = format!(
        "<svg viewBox=\"0 0 {w} {h}\" width={w} role=img aria-label=roofline><path class=axis d=\"M50 20V{b}H{r}\"/>",
        w = SIZE[0],
        h = SIZE[1],
        b = SIZE[1] - 30.0,
        r = SIZE[0] - 20.0
    );
    for (name, peak, below) in
        [("single", device.peak_flops[0], -5.0), ("double", device.peak_flops[1], 13.0)]
    {
        let ridge = peak / device.memory_bandwidth;
        let _ = write!(
            text,
            "<path class=curve d=\"M{:.1} {:.1}L{:.1} {:.1}H{:.1}\"/><text x={:.1} y={:.1}>{name} precision, {:.1} TFLOP/s</text>",
            x(0.01),
            y(0.01 * device.memory_bandwidth),
            x(ridge),
            y(peak),
            SIZE[0] - 20.0,
            x(ridge) + 8.0,
            y(peak) + below,
            peak / 1e12
        );
    }
    for kernel in &profile.kernels {
        let (flops, bytes) = (
            (kernel.counts.flops + kernel.counts.double_flops) as f64,
            (kernel.counts.memory_read + kernel.counts.memory_written) as f64,
        );
        if flops == 0.0 || kernel.ns == 0.0 {
            continue;
        }
        let (intensity, speed) = (flops / bytes.max(1.0), flops / (kernel.ns * 1e-9));
        let _ = write!(
            text,
            "<circle class=mark cx={:.1} cy={:.1} r=4><title>{}: {:.1} GFLOP/s, {intensity:.2} operations a byte</title></circle><text x={:.1} y={:.1}>{}</text>",
            x(intensity),
            y(speed),
            escape(&kernel.name),
            speed / 1e9,
            x(intensity) + 6.0,
            y(speed) + 4.0,
            escape(&kernel.name.chars().take(30).collect::<String>())
        );
    }
    for (value, label) in [(0.01, "0.01"), (0.1, "0.1"), (1.0, "1"), (10.0, "10"), (100.0, "100")] {
        let _ = write!(text, "<text x={:.1} y={}>{label}</text>", x(value), SIZE[1] - 14.0);
    }
    for (value, label) in
        [(1e9, "1 G"), (1e10, "10 G"), (1e11, "100 G"), (1e12, "1 T"), (1e13, "10 T"), (1e14, "100 T")]
    {
        let _ = write!(text, "<text x=2 y={:.1}>{label}</text>", y(value) + 4.0);
    }
    let _ = write!(
        text,
        "<text x={} y={}>operations a byte of device memory</text></svg>",
        SIZE[0] - 220.0,
        SIZE[1] - 2.0
    );
    text
}

/// Launches that the timeline shows.
const SHOWN: usize = 2000;

/// Draws launches one after the other, each as long as it is modelled; a row for each of the longest kernels.
pub(super) fn timeline(profile: &Profile) -> String {
    const WIDTH: f64 = 1100.0;
    const ROW: f64 = 18.0;
    let rows = profile.kernels.len().min(12);
    let shown = &profile.launches[..profile.launches.len().min(SHOWN)];
    let total: f64 = shown.iter().map(|launch| launch.ns).sum::<f64>().max(1.0);
    let height = ROW * rows as f64 + 20.0;
    let mut text =
        format!("<svg viewBox=\"0 0 {WIDTH} {height}\" width={WIDTH} role=img aria-label=launches>");
    for (n, kernel) in profile.kernels.iter().take(rows).enumerate() {
        let name: String = kernel.name.chars().take(28).collect();
        let _ = write!(text, "<text x=0 y={:.1}>{}</text>", ROW * n as f64 + 13.0, escape(&name));
    }
    let mut at = 0.0;
    for launch in shown {
        if launch.kernel < rows {
            let [gx, gy, gz] = launch.grid;
            let [bx, by, bz] = launch.block;
            let _ = write!(
                text,
                "<rect class=span x={:.2} y={:.1} width={:.2} height={}><title>{gx}×{gy}×{gz} blocks of {bx}×{by}×{bz}: {}, {}</title></rect>",
                190.0 + (WIDTH - 200.0) * at / total,
                ROW * launch.kernel as f64 + 3.0,
                ((WIDTH - 200.0) * launch.ns / total).max(0.7),
                ROW - 5.0,
                duration(launch.ns),
                launch.bound.name()
            );
        }
        at += launch.ns;
    }
    let _ = write!(
        text,
        "<text x=190 y={:.1}>{} launches, {}</text></svg>",
        height - 3.0,
        shown.len(),
        duration(total)
    );
    text
}
