/** How long money has been owed, in the steps of every report. */

export const NOT_DUE = 'not_due';

/** Days after the due day; where there is none, after the end of the link's life. */
export const AGES = [
  { age: NOT_DUE, until: 0 },
  { age: '1-7', until: 7 },
  { age: '8-30', until: 30 },
  { age: '31-60', until: 60 },
  { age: '61-90', until: 90 },
  { age: 'over_90', until: Number.POSITIVE_INFINITY },
] as const;
export type StandardAge = (typeof AGES)[number]['age'];

/** `until`: the last day of it. What is not late is in the first. */
export type Age = { age: string; until: number };

/** Of their last days, which rise: `30, 60` makes `not_due`, `1-30`, `31-60` and `over_60`. */
export const agesOf = (bands: readonly number[]): Age[] => [
  { age: NOT_DUE, until: 0 },
  ...bands.map((until, index) => ({ age: `${(bands[index - 1] ?? 0) + 1}-${until}`, until })),
  { age: `over_${bands.at(-1)}`, until: Number.POSITIVE_INFINITY },
];

export const ageOf = <Of extends Age>(daysLate: number, ages: readonly Of[]): Of['age'] =>
  (ages.find(({ until }) => daysLate <= until) as Of).age;
