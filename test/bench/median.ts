/** Medians and ratios, which a single slow run does not change. */

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Rounded to two decimals, because measured times are not more precise. */
export const ratio = (value: number, to: number): number => Number((value / to).toFixed(2));
