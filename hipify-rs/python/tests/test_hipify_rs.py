"""Run with the command's path in HIPIFY_RS: python3 -m unittest discover -s tests"""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import hipify_rs  # noqa: E402


class Texts(unittest.TestCase):
    def test_a_text(self):
        done = hipify_rs.translate("cudaMalloc(&p, n);\ncuCtxGetId(c, &id);\n")
        self.assertEqual(done.text, "hipMalloc(&p, n);\ncuCtxGetId(c, &id);\n")
        self.assertEqual((done.changed, done.translated, done.left), (True, 1, 1))
        self.assertEqual([(note.line, note.column, note.rule) for note in done.notes], [(2, 1, "rename")])

    def test_many_texts_and_options(self):
        with hipify_rs.Translator() as translator:
            for n in range(50):
                self.assertEqual(translator.translate(f"cudaFree(p{n});").text, f"hipFree(p{n});")
            launch = translator.translate("void f() { k<<<1, 2>>>(x); }", kernel_launch="ggl").text
            self.assertIn("hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0, x)", launch)
            self.assertEqual(translator.translate("LIBS = -lcudart\n", "Makefile").text, "LIBS = -lamdhip64\n")
            self.assertEqual(translator.translate("// é\n").text, "// é\n")
            self.assertRegex(translator.version(), r"^\d+\.\d+")

    def test_what_is_refused(self):
        with hipify_rs.Translator() as translator:
            with self.assertRaisesRegex(hipify_rs.Error, "colour"):
                translator.translate("", colour="red")
            self.assertEqual(translator.translate("cudaFree(p);").text, "hipFree(p);", "the service goes on")

    def test_a_tree(self):
        with tempfile.TemporaryDirectory() as place:
            source, output = Path(place, "src"), Path(place, "out")
            source.mkdir()
            (source / "a.cu").write_text("cudaFree(p);\n")
            (source / "b.txt").write_text("cudaFree\n")
            written = hipify_rs.translate_tree(source, output, ["--no-config"])
            self.assertEqual(written, {source / "a.cu": output / "a.cu"})
            self.assertEqual((output / "a.cu").read_text(), "hipFree(p);\n")
            with self.assertRaises(hipify_rs.Error):
                hipify_rs.translate_tree(Path(place, "none"), output)


if __name__ == "__main__":
    unittest.main()
