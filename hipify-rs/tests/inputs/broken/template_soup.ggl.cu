template <template <class...> class <<< T>>> void f(T<>);
a<b<c<<<d>>>(e>>>f);
k<<<<1, 2>>>>(p);
operator<<<int>(x);
x <<<= 3;
