// An interval that would reach beyond the right edge is moved to the left.
const EDGE = 12;

function keepInside(estimate) {
  const note = estimate.querySelector(".interval");
  estimate.style.removeProperty("--shift");
  const beyond = note.getBoundingClientRect().right - document.documentElement.clientWidth + EDGE;
  if (beyond > 0) estimate.style.setProperty("--shift", `${-beyond}px`);
}

// Pointed at, or reached with the keyboard; Escape hides it again.
function showsInterval(estimate, before = () => {}) {
  for (const event of ["mouseenter", "focus"]) {
    estimate.addEventListener(event, () => { before(); keepInside(estimate); });
  }
  estimate.addEventListener("keydown", event => { if (event.key === "Escape") estimate.blur(); });
}

for (const estimate of document.querySelectorAll(".estimate")) {
  showsInterval(estimate, () => showCommand(estimate));
}

// The decimals that the half width of an interval allows, as in reports/stats/number_text.py.
const placesOf = reach => Math.min(3, Math.max(0, -Math.floor(Math.log10(reach / 2))));

const manyOf = number => number.toLocaleString("en");

// A number that shows its interval, as its ends or as one text, and the command behind it when it is asked.
function withCommand(text, ...ends) {
  const said = make("span", { class: "estimate", tabindex: 0 }, text, make("span", { class: "interval" }, ` (95% interval ${ends.join(" to ")})`));
  showsInterval(said, () => showCommand(said));
  return said;
}
