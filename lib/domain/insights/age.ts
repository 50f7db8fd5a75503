/** How long money has been owed, in the steps of every report. */

/** Days after the due day; where there is none, after the end of the link's life. */
export const AGES = [
  { age: 'not_due', until: 0 },
  { age: '1-7', until: 7 },
  { age: '8-30', until: 30 },
  { age: '31-60', until: 60 },
  { age: '61-90', until: 90 },
  { age: 'over_90', until: Number.POSITIVE_INFINITY },
] as const;
export type Age = (typeof AGES)[number]['age'];

export const ageOf = (lateAfter: number, today: number): Age =>
  (AGES.find(({ until }) => today - lateAfter <= until) ?? AGES[0]).age;
