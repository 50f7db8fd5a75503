/** An instant in a time zone, as numbers. Each language has its own words for them, independent of the runtime. */

/** `weekday` counts from Sunday and `month` from January, both from 0. `clock` is like 14:05. */
export type DateParts = { weekday: number; day: number; month: number; year: number; clock: string };

const formats = new Map<string, Intl.DateTimeFormat>();

/** Seconds are dropped, so that a text never promises a later minute than is true. */
export function dateParts(instant: string, timeZone: string): DateParts {
  const format = formats.get(timeZone) ?? newFormat(timeZone);
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  const number = (type: 'year' | 'month' | 'day') => Number(parts.get(type));
  const [year, month, day] = [number('year'), number('month') - 1, number('day')];
  const weekday = new Date(Date.UTC(year, month, day)).getUTCDay();
  return { weekday, day, month, year, clock: `${parts.get('hour')}:${parts.get('minute')}` };
}

const newFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
