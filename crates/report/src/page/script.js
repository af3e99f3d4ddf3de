"use strict";
// A click on a line shows the tests that run it; a click on a test marks the lines that it runs.
(() => {
  const at = (id) => document.getElementById(id);
  const runs = JSON.parse(at("runs").textContent);
  const told = at("told"), back = at("all");
  const lines = [...document.querySelectorAll("[data-line]")];
  const tests = [...document.querySelectorAll(".test")];
  const number = (test) => Number(test.id.slice(1));
  // The runnable lines of a set, as pairs of first and last.
  const ranges = runs.sets.map((set) => set === "" ? [] : set.split(",").map((part) => part.split("-").map(Number)));
  const has = (set, line) => ranges[set].some(([first, last = first]) => first <= line && line <= last);
  const listing = document.querySelector(".listing");
  const wide = matchMedia("(min-width:70rem)");
  // The buttons that are pressed: of a line, of a test, and the one that was pressed last.
  let line = null, test = null, last = null;

  function press(button, text) {
    button.setAttribute("aria-pressed", "true");
    last = button;
    told.textContent = text;
    back.hidden = false;
  }

  function release(button) {
    if (button) button.setAttribute("aria-pressed", "false");
  }

  function unmark() {
    document.querySelectorAll(".ln.run").forEach((row) => row.classList.remove("run"));
    release(test);
    test = null;
  }

  function unfilter() {
    document.body.classList.remove("filtered");
    tests.forEach((each) => { each.hidden = false; });
    document.querySelectorAll(".unit.away").forEach((unit) => unit.classList.remove("away"));
    document.querySelectorAll(".ln.chosen").forEach((row) => row.classList.remove("chosen"));
    release(line);
    line = null;
  }

  function clear() {
    unmark();
    unfilter();
    last = null;
    told.textContent = "";
    back.hidden = true;
  }

  function byLine(button) {
    clear();
    const place = lines.indexOf(button);
    const wanted = ranges.map((_, set) => has(set, place));
    let count = 0;
    tests.forEach((each) => {
      const set = runs.of[number(each)];
      each.hidden = !(set >= 0 && wanted[set]);
      if (!each.hidden) count += 1;
    });
    document.querySelectorAll(".unit").forEach((unit) => {
      unit.classList.toggle("away", !unit.querySelector(".test:not([hidden])"));
    });
    document.body.classList.add("filtered");
    button.closest(".ln").classList.add("chosen");
    line = button;
    const more = Number(button.dataset.tests) - count;
    const rest = more > 0 ? ` (${more} more are not on this page)` : "";
    press(button, `${count} of ${tests.length} tests: those that run line ${button.dataset.line}${rest}`);
    at("tests").scrollIntoView();
  }

  function byTest(button) {
    unmark();
    const set = runs.of[Number(button.dataset.test)];
    const rows = lines.filter((_, place) => has(set, place)).map((each) => each.closest(".ln"));
    rows.forEach((row) => row.classList.add("run"));
    test = button;
    press(button, `${button.dataset.name} runs ${rows.length} ${rows.length === 1 ? "line" : "lines"}, marked in the source`);
    if (rows.length === 0) return;
    if (wide.matches) listing.scrollTop = rows[0].offsetTop - listing.clientHeight / 3;
    else rows[0].scrollIntoView({ block: "center" });
  }

  function showAll() {
    const origin = last;
    clear();
    if (origin) {
      origin.focus({ preventScroll: true });
      origin.scrollIntoView({ block: "nearest" });
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button, a");
    if (!button) return;
    if (button === back || button === line || button === test) showAll();
    else if (button.matches("button[data-line]")) byLine(button);
    else if (button.matches("button[data-test]")) byTest(button);
    else if (button.matches("a[href^='#']")) {
      const target = at(button.getAttribute("href").slice(1));
      if (target && target.offsetParent === null) clear();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && last) showAll();
  });
  document.body.classList.add("js");
})();
