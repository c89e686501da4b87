/** What a tool keeps on this device, so that it survives a reload. */
import { readStorage, writeStorage } from "$lib/net/storage.ts";

const KEY = "tablee-box";

const all = (): Record<string, object> => readStorage(KEY, {});

export const readStored = <T>(tool: string): Partial<T> => (all()[tool] ?? {}) as Partial<T>;

export const store = (tool: string, value: object): boolean => writeStorage(KEY, { ...all(), [tool]: value });
