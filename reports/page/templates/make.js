// Make an element with some attributes, and what is in it.
function make(kind, attributes = {}, ...inside) {
  const element = document.createElement(kind);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...inside);
  return element;
}

const makeButton = (name, does) => {
  const button = make("button", { type: "button" }, name);
  button.addEventListener("click", does);
  return button;
};
const makeSelect = (label, options, does) => {
  const box = make("select", { "aria-label": label },
    ...options.map(([value, name, selected = false]) => make("option", { value, selected }, name)));
  box.addEventListener("change", () => does(box.value));
  return box;
};
const makeControls = (...inside) => make("div", { class: "controls" }, ...inside);
const makeGroup = (label, ...inside) => make("div", { class: "controls", role: "group", "aria-label": label }, ...inside);

// Do something as soon as the page shows what was done before.
const afterPaint = does => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(does)));

// What Python wrote for a card that answers back.
const dataOf = card => JSON.parse(document.getElementById(`${card}-data`).textContent);
