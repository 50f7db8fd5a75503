/** Medians and ratios, which a single slow run does not change. */

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value below which this part of all values lies. */
const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

/** Rounded to two decimals, because measured times are not more precise. */
export const ratio = (value: number, to: number): number => Number((value / to).toFixed(2));
