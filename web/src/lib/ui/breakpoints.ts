/**
 * The sizes of screens at which the layout changes: `@media (--low)` in a style, `new MediaQuery(BREAKPOINTS.low)` in a script. For the
 * opposite, `@media not (--phone)`.
 */
export const BREAKPOINTS = {
  tiny: "(max-width: 339px)", // the smallest phones, or very large letters
  slim: "(max-width: 420px)", // a phone held upright
  phone: "(max-width: 699px)", // no room for two columns
  wide: "(min-width: 1000px)", // room beside the table
  desk: "(min-width: 1100px) and (min-height: 521px)", // room for three columns
  huge: "(min-width: 2200px)",
  short: "(max-height: 700px)", // a small phone held upright
  low: "(max-height: 520px)", // a phone on its side
  flat: "(max-height: 520px) and (min-width: 640px)", // the same, with room for two columns
  sideways: "(max-height: 520px) and (min-width: 640px) and (max-width: 999px)", // the same, but not wide
} as const;
