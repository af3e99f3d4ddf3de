//! What all pages begin with: a title, the colours for light and dark, and a policy by which a browser loads nothing from
//! elsewhere.
//!
//! ```text
//! <!DOCTYPE html> … <title>list.c: tests</title> … <h1>Tests for <code>list.c</code></h1>
//! ```

use crate::canvas::{STYLE, escape};

/// A browser loads nothing from elsewhere; style and script are in the page.
const POLICY: &str =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

const PAGE_STYLE: &str = "\
:root{color-scheme:light dark;--paper:#fbfbfa;--fg:#1f2328;--soft:#6b7280;--rule:#d9dde3;--card:#fff;\
--both:#c9efd0;--half:#fbe9a6;--run:#dbe9fb;--none:#f9c9c4;--accent:#2563a8;--wrong:#b42318}\
@media(prefers-color-scheme:dark){:root{--paper:#15181c;--fg:#e6e6e6;--soft:#9aa3af;--rule:#333a44;--card:#1b1f25;\
--both:#1d4d2b;--half:#5c4a10;--run:#1c3350;--none:#6b2722;--accent:#7db4f0;--wrong:#ff8a7a}}\
body{background:var(--paper);color:var(--fg);font:16px/1.5 system-ui,sans-serif;max-width:76rem;margin:2rem auto;padding:0 1.2rem}\
h1{font-size:1.5rem;margin-bottom:.2rem}h2{font-size:1.15rem;margin:2rem 0 .6rem}h3{font-size:1rem;margin:0 0 .4rem}\
a{color:var(--accent)}code,pre{font:13px/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}\
.soft{color:var(--soft)}.wrong{color:var(--wrong)}\
table{border-collapse:collapse}th,td{text-align:left;padding:.25rem .9rem .25rem 0;border-bottom:1px solid var(--rule)}\
td.n{text-align:right}pre,.card{background:var(--card);border:1px solid var(--rule);border-radius:6px;padding:.8rem 1rem;overflow-x:auto}\
.card{margin:0 0 1rem}.card svg{display:block;max-width:none}dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:0 0 .6rem}\
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}\
.both{background:var(--both)}.half{background:var(--half)}.none{background:var(--none)}mark{color:inherit;border-radius:3px;padding:0 2px}";

/// The beginning of a page.
pub(crate) fn head(what: &str, word: &str, name: &str) -> String {
    let name = escape(name);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n<link rel=\"icon\" href=\"data:,\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name}: {word}</title>\n<style>{PAGE_STYLE}\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>{what} for <code>{name}</code></h1>\n"
    )
}
