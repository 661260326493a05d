//! Directions to faces of a cube and coordinates on them.

/// Position on a cube: face, 0..6 in the order +x −x +y −y +z −z, and coordinates in [0, 1].
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct CubePosition {
    /// Index of the face.
    pub(super) face: u32,
    /// Coordinates to the right and down.
    pub(super) at: [f32; 2],
}

/// Returns the position at which a direction intersects the cube.
pub(super) fn face([x, y, z]: [f32; 3]) -> CubePosition {
    let [ax, ay, az] = [x.abs(), y.abs(), z.abs()];
    if [ax, ay, az] == [0.0; 3] {
        return CubePosition { face: 4, at: [0.5; 2] };
    }
    let (face, right, down, major) = if az >= ax && az >= ay {
        if z.is_sign_negative() { (5, -x, -y, az) } else { (4, x, -y, az) }
    } else if ay >= ax {
        if y.is_sign_negative() { (3, x, -z, ay) } else { (2, x, z, ay) }
    } else if x.is_sign_negative() {
        (1, z, -y, ax)
    } else {
        (0, -z, -y, ax)
    };
    let place = |v: f32| (v / major) * 0.5 + 0.5;
    CubePosition { face, at: [place(right), place(down)] }
}

/// Right, down and outward directions of each face: axis, and `true` if it points to smaller coordinates.
const AXES: [[(usize, bool); 3]; 6] = [
    [(2, true), (1, true), (0, false)],
    [(2, false), (1, true), (0, true)],
    [(0, false), (2, false), (1, false)],
    [(0, false), (2, true), (1, true)],
    [(0, false), (1, true), (2, false)],
    [(0, true), (1, true), (2, true)],
];

/// Returns column, row and face of the texel one beyond the edge of a face, on the adjacent face. Positions
/// on the face are unchanged. `None` beyond a corner, where three faces meet.
pub(super) fn across(face: u32, [column, row]: [i64; 2], size: u32) -> Option<[u32; 3]> {
    let size = i64::from(size);
    let beyond = [column, row].map(|at| !(0..size).contains(&at));
    match beyond {
        [false, false] => return Some([column as u32, row as u32, face]),
        [true, true] => return None,
        _ => {}
    }
    // Centre of the texel in half texels from the centre of the cube, on its surface.
    let mut point = [0i64; 3];
    let middle = |at: i64| 2 * at + 1 - size;
    let outward = if beyond[0] || beyond[1] { size - 1 } else { size };
    for ((axis, falls), along) in AXES[face as usize].into_iter().zip([middle(column), middle(row), outward])
    {
        point[axis] = if falls { -along } else { along }.clamp(-size, size);
    }
    let axis = (0..3).find(|&axis| point[axis].abs() == size)?;
    let there = 2 * axis + usize::from(point[axis] < 0);
    let place = |(axis, falls): (usize, bool)| {
        let along = if falls { -point[axis] } else { point[axis] };
        ((along + size - 1) / 2) as u32
    };
    let [right, down, _] = AXES[there];
    Some([place(right), place(down), there as u32])
}
