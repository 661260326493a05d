// Work that a thread does itself, launches a grid for, or asks about.
#pragma once

// `launch(grid, block)` launches a grid with a thread for each item, `one(item)` does an item here.
template <typename Launch, typename One>
__device__ void work(int how, unsigned items, const Launch &launch, const One &one)
{
    if (items == 0)
        return;
    dim3 grid((items + 63) / 64), block(64);
    auto serial = [&] {
        for (unsigned item = 0; item < items; item++)
            one(item);
    };
    switch (how) {
    case 0:
        return serial();
    case 1:
        if (launch(grid, block) != hipSuccess)
            serial();
        return;
    default:
        hipExtSpawn(items, grid, block, launch, serial);
    }
}
