/** Days as people and the inputs of the browser write them. */

const padded = (value: number): string => String(value).padStart(2, '0');

/** `2026-11-27`. */
export function dayOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`;
}

/** `2026-11-27T09:30`. */
export function minuteOf(at: number): string {
  const date = new Date(at);
  return `${dayOf(at)}T${padded(date.getHours())}:${padded(date.getMinutes())}`;
}

/** The last moment of the day. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

/** Undefined when the input is empty, or only begun. */
export const instantOf = (input: string): string | undefined =>
  input === '' || Number.isNaN(Date.parse(input)) ? undefined : new Date(input).toISOString();

const DAY_MS = 86_400_000;

/** As a whole day later, on the same hour. */
export const daysAfter = (at: number, days: number): number => at + days * DAY_MS;
