// A chart for the wall is printed alone.
for (const button of document.querySelectorAll(".print-alone")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const card = button.closest(".card");
    document.body.classList.add("one-card");
    card.classList.add("alone");
    print();
    document.body.classList.remove("one-card");
    card.classList.remove("alone");
  });
}
