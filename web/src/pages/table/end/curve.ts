/** The shape of many scores, from their quantiles. */

export interface Curve {
  path: string; // in a box of this width and height
  at: number; // where the score stands
}

const STEPS = 40;

/** A smooth density: each quantile spreads a little around itself. */
export function curveOf(quantiles: readonly number[], score: number, width: number, height: number): Curve {
  const [low, high] = [Math.min(quantiles[0]!, score), Math.max(quantiles.at(-1)!, score)];
  const spread = Math.max(1, (quantiles[84]! - quantiles[16]!) * 0.25);
  const from = low - spread;
  const span = high + spread - from;
  const dense = Array.from({ length: STEPS + 1 }, (_, n) => {
    const x = from + (span * n) / STEPS;
    return quantiles.reduce((sum, one) => sum + Math.exp(-(((x - one) / spread) ** 2) / 2), 0);
  });
  const most = Math.max(...dense);
  const points = dense.map(
    (value, n) => `${((width * n) / STEPS).toFixed(1)} ${(height * (1 - (value / most) * 0.92)).toFixed(1)}`,
  );
  return { path: `M0 ${height}L${points.join("L")}L${width} ${height}z`, at: (width * (score - from)) / span };
}
