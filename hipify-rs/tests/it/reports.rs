//! Reports, as the command writes them.

use crate::command::{Place, stdout};
use serde_json::Value;

fn place(name: &str) -> Place {
    let place = Place::new(name);
    place.write(
        "src/a.cu",
        "#include <cuda_runtime.h>\n\nvoid f() {\n  cudaFree(p);\n\n\n\n\n\n\n\n\n  cuCtxGetId(c, &id); // </script><b>\n}\n",
    );
    place.write("src/b, \"c\".cpp", "cublasHandle_t h;\ncudaFree(q);\n");
    place.write("src/plain.h", "int x;\n");
    place
}

#[test]
fn text_reports() {
    let place = place("text_reports");
    for format in ["csv", "md", "json"] {
        insta::assert_snapshot!(
            format!("report_{format}"),
            stdout(&place.run(&format!("src --dry-run --report {format}")))
        );
    }
    let output = place.run("src --dry-run --report md=deep/r.md --report csv=r.csv -q");
    assert!(stdout(&output).contains("1 name left"), "the summary is printed if reports go to files");
    assert!(
        place.read("deep/r.md").starts_with("# Translation")
            && place.read("r.csv").starts_with("file,family")
    );
}

#[test]
fn sarif_names_places_and_rules() {
    let place = place("sarif");
    let log: Value = serde_json::from_str(&stdout(&place.run("src --dry-run --report sarif"))).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let result = &run["results"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "{result}");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/a.cu");
    assert_eq!(
        (&place["region"]["startLine"], &place["region"]["startColumn"], &place["region"]["endColumn"]),
        (&13.into(), &3.into(), &13.into())
    );
}

#[test]
fn the_page_is_self_contained() {
    let place = place("html");
    place.write("src/z/Makefile", "all:\n\tnvcc -o a a.cu\n");
    let page = stdout(&place.run("src --dry-run --report html"));
    // No external references.
    for outside in ["http:", "https:", "//cdn", " src=", "<link", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(
        !page.contains("</script><b>") && page.contains("&lt;/script&gt;&lt;b&gt;"),
        "sources are escaped"
    );
    // A name that stays links to its unchanged line; each link has one target.
    assert!(page.contains("href=\"#f0-13\"") && page.contains("<tr id=f0-13 class=same>"));
    for link in page.split("href=\"#").skip(1) {
        let target = link.split('"').next().expect("closed");
        let whole = |end: char| page.matches(&format!("id={target}{end}")).count();
        assert_eq!(whole('>') + whole(' '), 1, "{target}");
    }
    for tag in ["table", "tr", "details", "script", "ul", "td", "code"] {
        let opened = page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    assert!(page.contains("cublasHandle_t") && page.contains("hipblasHandle_t"), "side by side");
    // Words are marked, not whole lines; "stays" is not repeated; a file without names has no coverage; the
    // command line is shown.
    assert!(
        page.contains("<mark class=o>cudaFree</mark>(p);")
            && page.contains("<mark class=w>hipFree</mark>(p);")
    );
    assert!(!page.contains("stays: <code>cuCtxGetId</code> stays"), "said twice");
    let makefile = page.lines().find(|line| line.starts_with("<tr data-find=\"src/z/Makefile\">"));
    assert!(makefile.expect("a row").contains("<td class=n>–</td>"), "{makefile:?}");
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        page.contains(&format!("hipify-rs {version}: <code>hipify-rs src --dry-run --report html</code>"))
    );
    assert_eq!(page, stdout(&place.run("src --dry-run --report html")), "the same run gives the same page");
}
