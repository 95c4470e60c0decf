// Every number, table and figure shows the command that computes it again. It is written once a
// section, and looked up when it is asked for.
function commandFor(element) {
  return element.closest("[data-again]")?.dataset.again;
}

function codeOf(command) {
  return Object.assign(document.createElement("code"), { textContent: command });
}

// Below the interval of a number.
function showCommand(estimate) {
  const note = estimate.querySelector(".interval");
  const command = commandFor(estimate);
  if (command && !note.querySelector("code")) note.append(codeOf(command));
}

// What stands at the end of a fold for those without scripts is at every table with them.
document.querySelectorAll("details > .again").forEach(line => line.remove());

for (const caption of document.querySelectorAll("figure > figcaption")) {
  const command = commandFor(caption);
  if (!command) continue;
  const button = Object.assign(document.createElement("button"),
    { type: "button", className: "compute", textContent: "Compute it again" });
  const shown = codeOf(command);
  shown.hidden = true;
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => {
    shown.hidden = !shown.hidden;
    button.setAttribute("aria-expanded", String(!shown.hidden));
  });
  caption.append(" ", button, shown);
}
