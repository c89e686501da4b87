/** Whether the player wants no motion. */
export const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
