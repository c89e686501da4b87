/** The colours of the players' signs, by seat. */
export const FACES = ["#0b6149", "#a32d4d", "#1f5fae", "#8a4a06", "#6b36a3", "#4d5a12"] as const;
