// An interval that would reach beyond the right edge is moved to the left.
const EDGE = 12;

function keepInside(estimate) {
  const note = estimate.querySelector(".interval");
  estimate.style.removeProperty("--shift");
  const beyond = note.getBoundingClientRect().right - document.documentElement.clientWidth + EDGE;
  if (beyond > 0) estimate.style.setProperty("--shift", `${-beyond}px`);
}

for (const estimate of document.querySelectorAll(".estimate")) {
  for (const event of ["mouseenter", "focus"]) {
    estimate.addEventListener(event, () => { showCommand(estimate); keepInside(estimate); });
  }
  estimate.addEventListener("keydown", event => { if (event.key === "Escape") estimate.blur(); });
}
