/** Files that this page makes. */

const LATER = 60_000; // ms; Firefox reads the picture after the click, and saves nothing if it is gone by then

/** Saves a file among the downloads of this device. */
export function saveFile(data: Blob, name: string): void {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(data), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LATER);
}
