/** What the browser tells about the network. Only some do: `type` is known on phones, in some browsers. */
interface Connection {
  saveData?: boolean;
  type?: string;
}

const told = (): Connection => (navigator as Navigator & { connection?: Connection }).connection ?? {};

/** Whether every megabyte may cost the visitor something. */
export const isMetered = (): boolean => Boolean(told().saveData) || told().type === "cellular";

/** Whether megabytes may be fetched that nobody has asked for. Where the browser does not tell, a phone or tablet may be on a mobile network. */
export function mayFetchUnasked(): boolean {
  const { type } = told();
  return (
    !isMetered() && (type && type !== "unknown" ? ["wifi", "ethernet"].includes(type) : !matchMedia("(pointer: coarse)").matches)
  );
}
