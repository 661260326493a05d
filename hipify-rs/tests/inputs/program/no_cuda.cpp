#include <iostream>
#include <vector>
template <class T> struct texture { T t; };
int main()
{
    std::vector<std::vector<int>> v(3, std::vector<int>(4));
    std::cout << v.size() << (v[0].size() >> 1) << "<<<1, 2>>>\n";
    return v[0][0] & 31;
}
