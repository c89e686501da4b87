/** Whether the player wants motion, and a pause that is zero if not. */
export const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export const pause = (ms: number): Promise<void> => new Promise((then) => setTimeout(then, still() ? 0 : ms));
