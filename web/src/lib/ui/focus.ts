/** Keys on boards drawn as SVG, whose places are buttons only by their role. */

/** Whether this key presses what has the focus, as on a button. */
export function presses(event: KeyboardEvent): boolean {
  const pressed = event.key === "Enter" || event.key === " ";
  if (pressed) event.preventDefault();
  return pressed;
}

/** Moves the focus to a place of the board, with its ring, which WebKit does not show after a click otherwise. */
export function focusPlace(board: SVGSVGElement | undefined, selector: string): void {
  board?.querySelector<SVGElement>(selector)?.focus({ focusVisible: true } as FocusOptions);
}
