// Found by the fuzzer: what is put behind a literal that nothing closes would be in it.
k<<<4, '
>>>()
l<<<8, "abc\"
>>>()
