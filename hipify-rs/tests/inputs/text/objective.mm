#import <cuda_runtime.h>
@interface Thing : NSObject { cudaStream_t stream; }
- (void)run:(void *)p;
@end
@implementation Thing
- (void)run:(void *)p { cudaFree(p); NSLog(@"cudaFree %d", cudaSuccess); }
@end
