// Every texture and surface function, in its shapes of coordinates. The test compiles it and lowers each kernel; none is run.
#include <hip/hip_runtime.h>
__global__ void all(hipTextureObject_t t, hipSurfaceObject_t s, float4 *o, int m)
{
    float4 v; int2 i; uchar4 u; float4 d{};
    o[0] = tex1Dfetch<float4>(t, 1); o[1].x = tex1D<float>(t, 1.f); o[2] = tex2D<float4>(t, 1.f, 2.f);
    tex3D(&v, t, 1.f,2.f,3.f); o[3]=v; i = tex1DLayered<int2>(t, 1.f, 2); u = tex2DLayered<uchar4>(t, 1.f,2.f,3);
    o[4].x = i.x + u.y; o[5] = texCubemap<float4>(t,1.f,2.f,3.f); o[6] = texCubemapLayered<float4>(t,1.f,2.f,3.f,4);
    o[7] = tex1DLod<float4>(t,1.f,2.f); o[8]=tex2DLod<float4>(t,1.f,2.f,3.f); o[9]=tex3DLod<float4>(t,1.f,2.f,3.f,4.f);
    o[10]=tex1DLayeredLod<float4>(t,1.f,2,3.f); o[11]=tex2DLayeredLod<float4>(t,1.f,2.f,3,4.f);
    o[12]=texCubemapLod<float4>(t,1.f,2.f,3.f,4.f); o[13]=texCubemapLayeredLod<float4>(t,1.f,2.f,3.f,4,5.f);
    o[14]=tex1DGrad<float4>(t,1.f,2.f,3.f); o[15]=tex2DGrad<float4>(t,1.f,2.f,float2{3.f,4.f},float2{5.f,6.f});
    o[16]=tex3DGrad<float4>(t,1.f,2.f,3.f,d,d); o[17]=tex1DLayeredGrad<float4>(t,1.f,2,3.f,4.f);
    o[18]=tex2DLayeredGrad<float4>(t,1.f,2.f,3,float2{3.f,4.f},float2{5.f,6.f});
    o[19]=texCubemapGrad<float4>(t,1.f,2.f,3.f,d,d); o[20]=texCubemapLayeredGrad<float4>(t,1.f,2.f,3.f,4,d,d);
    o[21]=tex2Dgather<float4>(t,1.f,2.f,m); uint4 g; tex2Dgather(&g,t,1.f,2.f,2); o[22].x=g.w;
    surf1Dread(&v, s, 4); surf1Dwrite(v, s, 8); surf2Dwrite(surf2Dread<uchar4>(s, 1, 2), s, 3, 4, hipBoundaryModeClamp);
    surf3Dwrite(surf3Dread<longlong2>(s, 1, 2,3,m), s, 3, 4,5,m); surf1DLayeredwrite(surf1DLayeredread<short>(s,1,2),s,3,4,hipBoundaryModeTrap);
    surf2DLayeredwrite(surf2DLayeredread<ushort2>(s,1,2,3),s,3,4,5); surfCubemapwrite(surfCubemapread<double>(s,1,2,3),s,3,4,5);
    surfCubemapLayeredwrite(surfCubemapLayeredread<float>(s,1,2,3,4),s,3,4,5,6);
}
