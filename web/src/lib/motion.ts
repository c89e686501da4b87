/** Whether motion is welcome, and a pause that is none where it is not. */
export const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export const pause = (ms: number): Promise<void> => new Promise((then) => setTimeout(then, still() ? 0 : ms));
