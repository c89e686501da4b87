/** Which news of a game is a scene, to be told before the table changes: its `scene.ts` says so. */
import type { Said } from "$lib/wire.ts";

const scenes = import.meta.glob<{ isScene(events: readonly Said[]): boolean }>("./*/scene.ts", { eager: true });

export const isScene = (game: string, events: readonly Said[]): boolean => scenes[`./${game}/scene.ts`]?.isScene(events) ?? false;
