//! Tests of the special function unit that need no recording.

use super::interpolate::half_square;

#[test]
fn the_square_lacks_its_lower_columns() {
    for x in 0..1u32 << 17 {
        let columns = (0..17).filter(|bit| x >> bit & 1 != 0).map(|bit| x >> (18 - bit)).sum::<u32>();
        assert_eq!(half_square(x), columns >> 1, "{x:#x}");
    }
}
