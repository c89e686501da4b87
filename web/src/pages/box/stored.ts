/** What a tool keeps on this device, so that it survives a reload. Devices that cannot store anything still work. */
const KEY = "tablee-box";

const all = (): Record<string, unknown> => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
  } catch {
    return {};
  }
};

export const readStored = <T>(tool: string): Partial<T> => (all()[tool] ?? {}) as Partial<T>;

export function store(tool: string, value: object): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [tool]: value }));
  } catch {
    // private mode: kept until the page is closed
  }
}
