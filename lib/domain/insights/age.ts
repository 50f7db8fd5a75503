/** How long money has been owed, in the steps of every report. */

/** Days after the due day; where there is none, after the end of the link's life. */
export const STANDARD_BANDS = [7, 30, 60, 90] as const;

export const NOT_DUE = 'not_due';

/** `until`: the last day of it. What is not late is in the first. */
type Age = { age: string; until: number };

/** Of the last days of each, which rise: `7, 30` makes `not_due`, `1-7`, `8-30` and `over_30`. */
export const agesOf = (bands: readonly number[]): Age[] => [
  { age: NOT_DUE, until: 0 },
  ...bands.map((until, index) => ({ age: `${(bands[index - 1] ?? 0) + 1}-${until}`, until })),
  { age: `over_${bands.at(-1) ?? 0}`, until: Number.POSITIVE_INFINITY },
];

export const ageOf = (daysLate: number, ages: readonly Age[]): string =>
  (ages.find(({ until }) => daysLate <= until) as Age).age;

/** The ages of every report that names no others. */
export const AGES: readonly Age[] = agesOf(STANDARD_BANDS);
