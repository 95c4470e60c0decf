// A link to something that is folded away opens the folds around it.
function openAround(element) {
  for (let fold = element?.closest("details"); fold; fold = fold.parentElement.closest("details")) {
    fold.open = true;
  }
}

function goToAddress() {
  const target = document.getElementById(location.hash.slice(1));
  if (target && target.closest("details:not([open])")) {
    openAround(target);
    target.scrollIntoView();
  }
}

addEventListener("hashchange", goToAddress);
// At the end: some folds are made by scripts that come later.
addEventListener("DOMContentLoaded", goToAddress);

const unfold = document.getElementById("unfold");
if (unfold) {
  unfold.hidden = false;
  unfold.addEventListener("click", () => {
    const folds = [...document.querySelectorAll("details")];
    const open = folds.some(fold => !fold.open);
    folds.forEach(fold => { fold.open = open; });
    unfold.textContent = open ? "Fold everything" : "Unfold everything";
  });
}
