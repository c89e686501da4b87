/** Dates as this device counts them, without a time and a time zone: 2026-11-18. */
export type Day = string;

const MS = 86_400_000;
const TEXT = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The date on this device. */
export const dayOf = (now: Date): Day =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** Days since 1970: calendar days, so clocks that change to summer time do not matter. */
export const numberOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / MS;

export const dayAt = (number: number): Day => new Date(number * MS).toISOString().slice(0, 10);

/** The day so many days later. */
export const later = (day: Day, days: number): Day => dayAt(numberOf(day) + days);

/** Whether a text is a date that exists. */
export function isDay(text: string): boolean {
  return TEXT.test(text) && !Number.isNaN(numberOf(text)) && dayAt(numberOf(text)) === text;
}

/** From Monday, 0, to Sunday, 6. */
export const weekday = (day: Day): number => (numberOf(day) + 3) % 7;

export const mondayOf = (day: Day): Day => later(day, -weekday(day));

/** For `Intl`, which is to be asked about UTC. */
export const asDate = (day: Day): Date => new Date(numberOf(day) * MS);

/** How a day is written: `{ day: "numeric", month: "short" }`. */
export const written = (day: Day, locale: string, how: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...how, timeZone: "UTC" }).format(asDate(day));
