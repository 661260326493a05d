cat <<EOF > Makefile
a: a.cu
	nvcc -arch=sm_35 a.cu
EOF
sed -i 's,/usr/local/cuda,/opt/cuda,' x.mk
cmake -DCMAKE_CUDA_COMPILER=/usr/local/cuda/bin/nvcc -DCMAKE_CUDA_ARCHITECTURES=80 ..
wc -l nvcc.log; (cd sub && nvcc -arch sm_70 b.cu)
x=1; [[ $x == 1 ]] && nvcc -arch=sm_70 c.cu & wait
