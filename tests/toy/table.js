/** The table of Take or Leave: your card, and a button for each answer. */
const ANSWERS = ["take", "leave"];

class ToyTable extends HTMLElement {
  /** Builds everything once: whoever has the focus keeps it. */
  connectedCallback() {
    this.card = document.createElement("output");
    this.card.dataset.panel = "card";
    this.hintLine = document.createElement("p");
    this.answers = document.createElement("div");
    this.answers.setAttribute("role", "group");
    this.buttons = ANSWERS.map((answer) => this.button(answer));
    this.answers.append(...this.buttons);
    this.replaceChildren(this.card, this.hintLine, this.answers);
  }

  button(answer) {
    const button = document.createElement("button");
    button.dataset.action = answer;
    button.addEventListener("click", () => this.dispatchEvent(new CustomEvent("act", { detail: { action: answer } })));
    return button;
  }

  /** The page has set all properties anew. */
  tableChanged() {
    const { own, legal, choice, words } = this;
    const held = own.find(({ name }) => name === "card")?.value ?? "–";
    this.card.textContent = held;
    this.card.setAttribute("aria-label", `${words.text("panel-card")} ${held}`);
    this.hintLine.textContent = words.text("table-hint");
    this.answers.setAttribute("aria-label", words.text("web-actions"));
    for (const button of this.buttons) {
      const answer = button.dataset.action;
      button.textContent = words.action(answer);
      button.disabled = !legal.includes(answer);
      button.setAttribute("aria-pressed", String(choice === answer));
    }
  }
}

customElements.define("tablee-toy", ToyTable);
