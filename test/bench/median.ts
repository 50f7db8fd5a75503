/** Numbers that one slow run does not move. */

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Two decimals are all that a ratio of measured times is good for. */
export const ratio = (value: number, to: number): number => Number((value / to).toFixed(2));
