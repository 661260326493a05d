//! Command lines and the resulting commands; no compiler is run here.

use crate::arguments::{Item, Language, Misuse, Plan, Stage, parse};
use crate::{device, find};
use std::path::Path;

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

fn plan(line: &str) -> Plan {
    parse(&words(line)).unwrap_or_else(|misuse| panic!("{line}: {misuse}"))
}

fn misuse(line: &str) -> Misuse {
    parse(&words(line)).expect_err(line)
}

#[test]
fn tables_are_sorted_and_unique() {
    for table in [include_str!("options.tsv"), include_str!("host_only.tsv")] {
        let keys: Vec<&str> = tsv::table(table).map(|[key]| key).collect();
        assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
    }
}

#[test]
fn sources_and_objects_keep_their_places() {
    let plan = plan("-O2 a.hip x.o -lm b.c -x c++ d.txt -o prog");
    let source = |path: &str, language| Item::Source { path: path.to_owned(), language };
    let link = |word: &str| Item::Link(word.to_owned());
    assert_eq!(plan.stage, Stage::Link);
    assert_eq!(plan.output.as_deref(), Some("prog"));
    assert_eq!(
        plan.items,
        [
            source("a.hip", Language::Hip),
            link("x.o"),
            link("-lm"),
            source("b.c", Language::Host(None)),
            source("d.txt", Language::Host(Some("c++".to_owned()))),
        ]
    );
}

#[test]
fn options_go_where_they_belong() {
    let plan =
        plan("-c -I inc -Iinc2 -DX=1 -include y.h -O3 -fPIC -Wl,-z,now -L/l -MD -MF a.d --some-new a.cu");
    assert_eq!(plan.stage, Stage::Object);
    assert_eq!(plan.compile.join(" "), "-I inc -Iinc2 -DX=1 -include y.h -O3 -fPIC -MD -MF a.d --some-new");
    assert_eq!(plan.link, ["-O3", "-fPIC", "--some-new"]);
    let rest: Vec<_> = plan.items.iter().filter(|item| matches!(item, Item::Link(_))).collect();
    assert_eq!(rest, [&Item::Link("-Wl,-z,now".to_owned()), &Item::Link("-L/l".to_owned())]);
}

#[test]
fn spellings_of_nvcc() {
    let plan = plan(
        "-arch=sm_80 -gencode arch=compute_90a,code=sm_90a -Xcompiler -fopenmp,-Wall -use_fast_math -lineinfo -G \
         --expt-relaxed-constexpr -Xptxas -v -rdc=false --default-stream per-thread -ccbin g++ a.cu",
    );
    assert_eq!(plan.architectures, ["80", "90a"]);
    assert_eq!(plan.compile, ["-fopenmp", "-Wall", "-fgpu-default-stream=per-thread"]);
    assert!(plan.fast_math && plan.lines && plan.debug && !plan.verbose);
    assert_eq!(plan.items.len(), 1);
}

#[test]
fn values_of_dropped_options_are_no_inputs() {
    let plan = plan("-time a.csv --time=b.csv --jump-table-density 5 -minimal a.hip");
    assert_eq!(plan.items.len(), 1);
    assert!(plan.compile.is_empty(), "{:?}", plan.compile);
}

#[test]
fn architectures_of_amd_are_noted_once() {
    assert_eq!(plan("--offload-arch= a.hip").architectures, ["70"]);
    let plan = plan("--offload-arch=gfx90a --offload-arch=gfx90a --offload-arch=native a.hip");
    assert_eq!(plan.architectures, ["70"]);
    assert_eq!(plan.notes.len(), 1, "{:?}", plan.notes);
    // Lanes of AMD's warps are in step, but those of an architecture that is named beside them need not be.
    assert!(plan.is_for_amd);
    let both = self::plan("--offload-arch=gfx1030,sm_90 a.hip");
    assert!(!both.is_for_amd && both.architectures == ["90"]);
    // From `CMAKE_HIP_ARCHITECTURES`, to which users give the list of `CMAKE_CUDA_ARCHITECTURES`.
    assert_eq!(self::plan("--offload-arch=80-real --offload-arch=90a a.hip").architectures, ["80", "90a"]);
    assert_eq!(misuse("--offload-arch=5 a.hip"), Misuse::UnknownArchitecture("5".to_owned()));
    assert_eq!(misuse("--offload-arch=sm_x a.hip"), Misuse::UnknownArchitecture("sm_x".to_owned()));
}

#[test]
fn what_cannot_be_done_says_so() {
    assert_eq!(misuse("-O2 -lm"), Misuse::NoInput);
    assert_eq!(misuse("a.hip -o"), Misuse::MissingValue("-o".to_owned()));
    assert_eq!(misuse("-c a.hip b.hip -o x.o"), Misuse::OneOutput("x.o".to_owned()));
}

#[test]
fn device_code_may_be_linked() {
    for option in ["-fgpu-rdc", "-rdc=true", "-dc", "--relocatable-device-code=true", "-dw", "-rdc true"] {
        assert!(plan(&format!("{option} a.cu")).relocatable, "{option}");
    }
    assert!(!plan("-fgpu-rdc -fno-gpu-rdc a.cu").relocatable && !plan("-rdc=false a.cu").relocatable);
    assert_eq!(plan("-dc a.cu").stage, Stage::Object);
    assert_eq!(plan("-dlink a.o b.o -o link.o").stage, Stage::DeviceLink);
}

#[test]
fn the_stage_of_device_code_alone() {
    assert_eq!(plan("--genco a.hip").stage, Stage::Fatbin);
    assert_eq!(plan("--cuda-device-only -S a.hip").stage, Stage::Ptx);
    assert_eq!(plan("-ptx a.cu").stage, Stage::Ptx);
    assert_eq!(plan("-E a.cu").stage, Stage::Preprocess);
}

const FRONT: &str = " \"/usr/bin/clang\" \"-cc1\" \"-triple\" \"x86_64-pc-linux-gnu\" \"-aux-triple\" \
\"amdgcn-amd-amdhsa\" \"-emit-obj\" \"-fmath-errno\" \"-target-cpu\" \"x86-64-v3\" \"-target-feature\" \"+avx\" \
\"-debug-info-kind=constructor\" \"-D\" \"S=\\\"a \\$b\\\"\" \"-O2\" \"-dependency-file\" \"a.d\" \"-o\" \"a.o\" \
\"-x\" \"hip\" \"a.hip\"";

#[test]
fn the_drivers_words_are_read_and_turned() {
    let said = format!("Debian clang version 19.1.7 (3)\nTarget: x86_64\n (in-process)\n{FRONT}\n");
    assert_eq!(find::version(&said), Some(19));
    let commands = find::commands(&said);
    let [front] = commands.as_slice() else { panic!("{commands:?}") };
    assert!(front.contains(&"S=\"a $b\"".to_owned()), "{front:?}");

    insta::assert_snapshot!(device::command(front, &plan("a.hip"), "70", "a.s").join(" "), @r#"/usr/bin/clang -cc1 -D S="a $b" -O2 -triple nvptx64-nvidia-cuda -aux-triple x86_64-pc-linux-gnu -fcuda-is-device -target-cpu sm_70 -S -target-feature +ptx70 -fno-threadsafe-statics -no-enable-noundef-analysis -mllvm -inline-threshold=2000 -mllvm -unroll-threshold=1000 -debug-info-kind=line-directives-only -dwarf-version=2 -fno-dwarf-directory-asm -o a.s -x hip a.hip"#);
    insta::assert_snapshot!(device::command(front, &plan("-G -use_fast_math a.hip"), "90a", "a.s").join(" "), @r#"/usr/bin/clang -cc1 -D S="a $b" -O0 -triple nvptx64-nvidia-cuda -aux-triple x86_64-pc-linux-gnu -fcuda-is-device -target-cpu sm_90a -S -target-feature +ptx83 -fno-threadsafe-statics -no-enable-noundef-analysis -mllvm -inline-threshold=2000 -mllvm -unroll-threshold=1000 -debug-info-kind=line-directives-only -dwarf-version=2 -fno-dwarf-directory-asm -D__CLANG_CUDA_APPROX_TRANSCENDENTALS__=1 -D__CLANG_GPU_APPROX_TRANSCENDENTALS__=1 -fdenormal-fp-math-f32=preserve-sign,preserve-sign -mllvm -nvptx-prec-divf32=0 -mllvm -nvptx-prec-sqrtf32=0 -D__USE_FAST_MATH__=1 -o a.s -x hip a.hip"#);
    insta::assert_snapshot!(device::embed(front, device::Embed::Fatbin("a.hipfb")).join(" "), @r#"/usr/bin/clang -cc1 -fcuda-include-gpubinary a.hipfb -triple x86_64-pc-linux-gnu -aux-triple nvptx64-nvidia-cuda -emit-obj -fmath-errno -target-cpu x86-64-v3 -target-feature +avx -debug-info-kind=constructor -D S="a $b" -O2 -dependency-file a.d -o a.o -x hip a.hip"#);
}

#[test]
fn device_code_is_optimised_unless_told() {
    let level = |line: &str, options: &[&str]| {
        let front: Vec<String> = [&["clang", "-cc1"], options, &["-x", "hip", "a.hip"]]
            .concat()
            .iter()
            .map(|w| w.to_string())
            .collect();
        let words = device::command(&front, &plan(line), "70", "a.s");
        words.into_iter().filter(|word| word.starts_with("-O")).collect::<Vec<_>>()
    };
    assert_eq!(level("a.hip", &[]), ["-O3"]);
    assert_eq!(level("a.hip", &["-O0"]), ["-O0"]);
    assert_eq!(level("-G a.hip", &[]), [""; 0]);
}

#[test]
fn calls_of_the_hosts_profilers_are_not_made_on_the_device() {
    let options = ["-pg", "-mfentry", "-finstrument-functions", "-fpatchable-function-entry=2", "-O2"];
    let front: Vec<String> = [&["clang", "-cc1"], &options[..], &["-x", "hip", "a.hip"]]
        .concat()
        .iter()
        .map(|w| w.to_string())
        .collect();
    let words = device::command(&front, &plan("a.hip"), "70", "a.s");
    assert_eq!(words.iter().filter(|word| options.contains(&word.as_str())).collect::<Vec<_>>(), ["-O2"]);
}

#[test]
fn the_compiler_is_looked_for_by_version() {
    let found = find::candidates(None, Some("/a:/b".into()));
    let at = |path: &str| found.iter().position(|p| p == Path::new(path));
    assert!(at("/b/clang-20") < at("/a/clang-19") && at("/a/clang-19") < at("/b/clang-19"));
    assert_eq!(found.last().map(|p| p.as_path()), Some(Path::new("/b/clang")));
    assert!(!found.contains(&"/a/clang-15".into()));
    let own = find::candidates(Some("/llvm/bin".into()), Some("/a".into()));
    assert!(own.iter().all(|path| path.starts_with("/llvm/bin")));
}

#[test]
fn the_sdk_is_above_the_command() {
    assert_eq!(find::sdk(None, Some(Path::new("/sdk/bin/hipcc"))), Some("/sdk".into()));
    assert_eq!(find::sdk(Some("/own".into()), Some(Path::new("/sdk/bin/hipcc"))), Some("/own".into()));
}
