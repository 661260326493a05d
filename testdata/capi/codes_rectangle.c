/* Sections of codes.c: copies and fills of rows and slices. */
#include "codes.h"

#include <string.h>

/* Host rows of 16 bytes, of which copies take 10; 4 slices of 8 rows. */
#define PITCH 16
#define WIDTH 10
#define ROWS 8
#define SLICES 4

static unsigned char from[SLICES][ROWS][PITCH], to[SLICES][ROWS][PITCH];

static void prepare(void)
{
    int n;
    for (n = 0; n < (int)sizeof from; n++)
        ((unsigned char *)from)[n] = (unsigned char)(n * 7 + 1);
    memset(to, 0xee, sizeof to);
}

/* How many bytes of a box came over wrong, and how many outside it were touched. */
static int wrong(int slices, int rows)
{
    int s, r, x, count = 0;
    for (s = 0; s < SLICES; s++)
        for (r = 0; r < ROWS; r++)
            for (x = 0; x < PITCH; x++) {
                int inside = s < slices && r < rows && x < WIDTH;
                count += to[s][r][x] != (inside ? from[s][r][x] : 0xee);
            }
    return count;
}

static void flat(void)
{
    void *p = NULL;
    size_t pitch = 0;
    say("alloc", hipMallocPitch(&p, &pitch, WIDTH, ROWS));
    prepare();
    say("2D in", hipMemcpy2D(p, pitch, from, PITCH, WIDTH, ROWS, hipMemcpyHostToDevice));
    say("2D out", hipMemcpy2D(to, PITCH, p, pitch, WIDTH, ROWS, hipMemcpyDeviceToHost));
    tell("2D, wrong bytes", wrong(1, ROWS));
    prepare();
    say("2D async in", hipMemcpy2DAsync(p, pitch, from, PITCH, WIDTH, 3, hipMemcpyHostToDevice, NULL));
    say("2D async out", hipMemcpy2DAsync(to, PITCH, p, pitch, WIDTH, 3, hipMemcpyDeviceToHost, NULL));
    tell("2D async, wrong bytes", wrong(1, 3));
    say("2D, width 0", hipMemcpy2D(p, pitch, from, PITCH, 0, ROWS, hipMemcpyHostToDevice));
    say("2D, wider than the pitch", hipMemcpy2D(p, pitch, from, PITCH, 17, ROWS, hipMemcpyHostToDevice));
    say("2D, a row too many", hipMemcpy2D(p, pitch, from, PITCH, WIDTH, ROWS + 1, hipMemcpyHostToDevice));
    say("2D, 2^60 rows", hipMemcpy2D(p, pitch, from, PITCH, WIDTH, (size_t)1 << 60, hipMemcpyHostToDevice));
    say("2D to null", hipMemcpy2D(NULL, pitch, from, PITCH, WIDTH, ROWS, hipMemcpyHostToDevice));
    say("2D, kind 99", hipMemcpy2D(p, pitch, from, PITCH, WIDTH, ROWS, (hipMemcpyKind)99));
    say("2D, garbage stream",
        hipMemcpy2DAsync(p, pitch, from, PITCH, WIDTH, ROWS, hipMemcpyHostToDevice, GARBAGE(hipStream_t)));
    say("memset 2D", hipMemset2D(p, pitch, 9, WIDTH, ROWS));
    memset(from, 9, sizeof from);
    memset(to, 0xee, sizeof to);
    say("memset 2D out", hipMemcpy2D(to, PITCH, p, pitch, WIDTH, ROWS, hipMemcpyDeviceToHost));
    tell("memset 2D, wrong bytes", wrong(1, ROWS));
    say("memset 2D, a row too many", hipMemset2D(p, pitch, 9, WIDTH, ROWS + 1));
    say("memset D2D32", hipMemsetD2D32(p, pitch, 0x09090909, 2, ROWS));
    say("memset D2D32, pitch of no values", hipMemsetD2D32(p, 10, 1, 2, 2));
    say("memset D2D16, misaligned", hipMemsetD2D16(AT(p, 1), pitch, 1, 2, 2));
    say("memset D2D8, width 0", hipMemsetD2D8(p, pitch, 1, 0, ROWS));
    say("free", hipFree(p));
    say("2D to freed", hipMemcpy2D(p, pitch, from, PITCH, WIDTH, ROWS, hipMemcpyHostToDevice));
}

static void driver(void)
{
    hip_Memcpy2D c;
    HIP_MEMCPY3D b;
    void *p = NULL;
    say("driver alloc", hipMalloc(&p, 4096));
    prepare();
    memset(&c, 0, sizeof c);
    c.srcMemoryType = hipMemoryTypeHost;
    c.srcHost = from;
    c.srcPitch = PITCH;
    c.dstMemoryType = hipMemoryTypeDevice;
    c.dstDevice = p;
    c.dstPitch = 32;
    c.WidthInBytes = WIDTH;
    c.Height = ROWS;
    say("driver 2D in", hipMemcpyParam2D(&c));
    c.srcMemoryType = hipMemoryTypeDevice;
    c.srcDevice = p;
    c.srcPitch = 32;
    c.dstMemoryType = hipMemoryTypeHost;
    c.dstHost = to;
    c.dstPitch = PITCH;
    say("driver 2D out", hipMemcpyParam2DAsync(&c, NULL));
    tell("driver 2D, wrong bytes", wrong(1, ROWS));
    memset(to, 0xee, sizeof to);
    c.srcXInBytes = 2;
    c.srcY = 1;
    c.WidthInBytes = 4;
    c.Height = 1;
    say("driver 2D, inside", hipDrvMemcpy2DUnaligned(&c));
    tell("driver 2D, inside is the same", memcmp(to[0][0], &from[0][1][2], 4) == 0 && to[0][0][4] == 0xee);
    c.WidthInBytes = 31;
    say("driver 2D, wider than the pitch", hipMemcpyParam2D(&c));
    c.WidthInBytes = 4;
    c.srcMemoryType = hipMemoryTypeArray;
    say("driver 2D, array", hipMemcpyParam2D(&c));
    c.srcMemoryType = (hipMemoryType)77;
    say("driver 2D, memory type 77", hipMemcpyParam2D(&c));
    say("driver 2D null", hipMemcpyParam2D(NULL));
    prepare();
    memset(&b, 0, sizeof b);
    b.srcMemoryType = hipMemoryTypeHost;
    b.srcHost = from;
    b.srcPitch = PITCH;
    b.srcHeight = ROWS;
    b.dstMemoryType = hipMemoryTypeDevice;
    b.dstDevice = p;
    b.WidthInBytes = WIDTH;
    b.Height = 5;
    b.Depth = 3;
    say("driver 3D in", hipDrvMemcpy3D(&b));
    b.dstMemoryType = hipMemoryTypeHost;
    b.dstHost = to;
    b.dstPitch = PITCH;
    b.dstHeight = ROWS;
    b.srcMemoryType = hipMemoryTypeDevice;
    b.srcDevice = p;
    b.srcPitch = b.srcHeight = 0;
    say("driver 3D out", hipDrvMemcpy3DAsync(&b, NULL));
    tell("driver 3D, wrong bytes", wrong(3, 5));
    b.Depth = 100;
    say("driver 3D, slices too many", hipDrvMemcpy3D(&b));
    say("driver 3D null", hipDrvMemcpy3D(NULL));
    say("driver free", hipFree(p));
}

void rectangles(void)
{
    struct hipMemcpy3DParms b;
    hipPitchedPtr pitched = { NULL, 0, 0, 0 };
    hipExtent huge = { 1, (size_t)1 << 40, (size_t)1 << 40 };
    hipPitchedPtr device = { NULL, 32, 32, ROWS };
    hipExtent extent = { WIDTH, ROWS, SLICES };
    flat();
    driver();
    say("3D pitched alloc", hipMalloc3D(&pitched, extent));
    tell("3D, pitch", (long long)pitched.pitch);
    tell("3D, rows of a slice", (long long)pitched.ysize);
    say("3D, the last byte", hipMemset(AT(pitched.ptr, pitched.pitch * ROWS * SLICES - 1), 1, 1));
    say("3D, behind the last byte", hipMemset(AT(pitched.ptr, pitched.pitch * ROWS * SLICES), 1, 1));
    say("3D alloc, null place", hipMalloc3D(NULL, extent));
    say("3D alloc, too large", hipMalloc3D(&pitched, huge));
    say("3D alloc", hipMalloc(&device.ptr, 32 * ROWS * SLICES));
    prepare();
    memset(&b, 0, sizeof b);
    b.srcPtr.ptr = from;
    b.srcPtr.pitch = PITCH;
    b.srcPtr.ysize = ROWS;
    b.dstPtr = device;
    b.extent = extent;
    b.kind = hipMemcpyHostToDevice;
    say("3D in", hipMemcpy3D(&b));
    b.dstPtr = b.srcPtr;
    b.dstPtr.ptr = to;
    b.srcPtr = device;
    b.kind = hipMemcpyDeviceToHost;
    say("3D out", hipMemcpy3DAsync(&b, NULL));
    tell("3D, wrong bytes", wrong(SLICES, ROWS));
    b.srcPos.z = 1;
    say("3D, past the end", hipMemcpy3D(&b));
    say("3D null", hipMemcpy3D(NULL));
    say("memset 3D", hipMemset3D(device, 5, extent));
    memset(from, 5, sizeof from);
    memset(to, 0xee, sizeof to);
    b.srcPos.z = 0;
    say("memset 3D out", hipMemcpy3D(&b));
    tell("memset 3D, wrong bytes", wrong(SLICES, ROWS));
    extent.depth++;
    say("memset 3D, a slice too many", hipMemset3DAsync(device, 5, extent, NULL));
}
