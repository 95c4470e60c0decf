// Every number, table and figure shows the command that computes it again. It is written once a
// section, and looked up when it is asked for.
function commandFor(element) {
  return element.closest("[data-again]")?.dataset.again;
}

// Below the interval of a number.
function showCommand(estimate) {
  const note = estimate.querySelector(".interval");
  const command = commandFor(estimate);
  if (command && !note.querySelector("code")) note.append(make("code", {}, command));
}

// What stands at the end of a fold for those without scripts is at every table with them.
document.querySelectorAll("details > .again").forEach(line => line.remove());

for (const caption of document.querySelectorAll("figure > figcaption")) {
  const command = commandFor(caption);
  if (!command) continue;
  const shown = make("code", { hidden: true }, command);
  const button = makeButton("Compute it again", () => {
    shown.hidden = !shown.hidden;
    button.setAttribute("aria-expanded", String(!shown.hidden));
  });
  button.className = "compute";
  button.setAttribute("aria-expanded", "false");
  caption.append(" ", button, shown);
}
