"""The content of a bundle, and what it refuses. The board in a browser shows that bundled scripts work."""

from __future__ import annotations

import pytest

from mordheim_site.static_files.bundles import BundleError, Read, script_bundle, style_bundle


def files(**texts: str) -> Read:
    """Files below `a/` by their stem; a name with two underscores is in another folder."""

    def read(name: str) -> str:
        stem, _dot, _kind = name.rpartition(".")
        folder, _slash, short = stem.rpartition("/")
        return texts[short if folder.endswith("a") else f"{folder.rpartition('/')[2]}__{short}"]

    return read


def bundle(read: Read) -> str:
    return script_bundle("js/a/main.js", read)["js/a/main.js"]


def test_a_sheet_holds_each_sheet_it_imports_once_in_the_order_of_the_cascade() -> None:
    read = files(
        site='/* All. */\n@import "base.css";\n@import "forms.css";\n',
        base="p { margin: 0; }\n",
        forms='@import "base.css";\ninput { margin: 1px; }\n',
    )
    assert style_bundle("css/a/site.css", read) == "/* All. */\np { margin: 0; }\ninput { margin: 1px; }\n"


def test_a_sheet_that_names_another_file_is_refused() -> None:
    read = files(site='@import "base.css";\n', base="p { background: url(../img/dust.png); }\n")
    with pytest.raises(BundleError, match=r"base\.css"):
        style_bundle("css/a/site.css", read)


def test_modules_are_evaluated_once_and_after_what_they_import() -> None:
    read = files(
        main='import { two } from "./two.js";\nimport * as one from "./one.js";\nuse(one, two);\n',
        two='import { one as first } from "./one.js";\nexport const two = first + 1;\n',
        one="export const one = 1;\n",
    )
    text = bundle(read)
    assert text.count("one = 1") == 1
    assert text.index("one = 1") < text.index("first + 1") < text.index("use(one, two)")
    assert "const { one: first } = $a_one;" in text
    assert "const one = $a_one;" in text


def test_imports_from_outside_the_folder_are_kept_once() -> None:
    read = files(
        main='import { say } from "../site.js";\nimport "./two.js";\n', two='import { say } from "../site.js";\n'
    )
    text = bundle(read)
    assert text.startswith('import * as $site from "../site.js";\n')
    assert text.count('"../site.js"') == 1


def test_named_files_of_other_folders_are_part_of_the_bundle() -> None:
    read = files(main='import { newId } from "../requests.js";\nnewId();\n', js__requests="export const newId = 1;\n")
    text = script_bundle("js/a/main.js", read, ["js/requests.js"])["js/a/main.js"]
    assert "import" not in text
    assert text.index("const newId = 1") < text.index("newId();")


def test_the_bundle_exports_what_its_entry_module_exports() -> None:
    read = files(
        main='import { two } from "./two.js";\nexport function open() { return two; }\n', two="export const two = 2;\n"
    )
    text = bundle(read)
    assert text.endswith("export const { open } = $a_main;\n")
    assert "export const two" not in text


def test_names_of_another_module_can_be_re_exported() -> None:
    text = bundle(files(main='export { Refused, newId as id } from "../requests.js";\n'))
    assert "return { Refused: $requests.Refused, id: $requests.newId };" in text


def test_a_module_that_is_asked_for_later_is_in_a_second_file() -> None:
    read = files(
        main='import { box } from "./box.js";\nimport { say } from "../site.js";\n'
        'const open = () => import("./ruler.js");\n',
        box="export const box = 1;\n",
        ruler='import { line } from "./line.js";\nimport { box } from "./box.js";\nimport { say } from "../site.js";\n'
        'export const other = () => import("./pen.js");\n',
        line="export const line = 2;\n",
        pen='import { request } from "../requests.js";\nexport function toggle() {}\n',
    )
    texts = script_bundle("js/a/main.js", read)
    assert set(texts) == {"js/a/main.js", "js/a/main-later.js"}
    first, later = texts["js/a/main.js"], texts["js/a/main-later.js"]
    assert 'import("./main-later.js").then(({ modules }) => modules({ $site, $a_box, $a_main }))' in first
    assert "$later().then((found) => found.$a_ruler())" in first
    assert "line = 2" not in first
    assert "requests.js" not in first
    assert later.startswith('import * as $requests from "../requests.js";\n')
    assert "export function modules({ $site, $a_box, $a_main }) {" in later
    assert "const $a_ruler = (() => {\nlet found;\nreturn () => (found ??= " in later
    assert "const $a_line = (() => {" in later
    assert "Promise.resolve().then(() => $a_pen())" in later
    assert later.endswith("return { $a_ruler, $a_pen };\n}\n")


def test_a_module_that_is_needed_at_once_is_not_put_off() -> None:
    read = files(
        main='import { toggle } from "./ruler.js";\nconst open = () => import("./ruler.js");\ntoggle();\n',
        ruler="export function toggle() {}\n",
    )
    assert "Promise.resolve().then(() => $a_ruler)" in bundle(read)


@pytest.mark.parametrize(
    "line",
    [
        "export default 3;",
        "export let count = 1;",
        'import three from "./three.js";',
        "await ready();",
        "const file = import.meta.url;",
        'export * from "./other.js";',
    ],
)
def test_syntax_that_would_change_its_meaning_is_refused(line: str) -> None:
    with pytest.raises(BundleError, match=r"js/a/main\.js"):
        bundle(files(main=f"{line}\n"))


def test_modules_that_import_each_other_are_refused() -> None:
    read = files(main='import "./two.js";\n', two='import "./main.js";\n')
    with pytest.raises(BundleError, match="circle"):
        bundle(read)
