/** Writes amounts and times in the style of a page's language. */
import { dateParts, offsetText } from '#lib/domain/follow-up/local-time.ts';
import { amountIn } from '#lib/domain/message/amount-text.ts';
import type { Money } from '#lib/domain/money.ts';
import { factsOf, type Language } from '#lib/words/languages.ts';

/** Its spaces do not break, so it stays on one line. */
export const amountText = (money: Money, language: Language): string =>
  amountIn(language, money).replace(' ', '\u00a0');

type Reading = { zones: readonly string[]; language: Language; now: Date };

/**
 * For what is to come: the time of the first zone, with the year if it is another than that of `now`. The offset is added for
 * UTC, and when the contact may be in another zone.
 */
export function instantText(instant: string, { zones, language, now }: Reading): string {
  const [zone = 'UTC'] = zones;
  const [then, today] = [dateParts(instant, zone), dateParts(now.toISOString(), zone)];
  const { expiry, dateTime } = factsOf(language);
  const text = then.year === today.year ? expiry(then) : dateTime(then);
  return zones.length === 1 && zone !== 'UTC' ? text : `${text} (${offsetText(zone, Date.parse(instant))})`;
}

/** For what has happened: with the year, and always with the offset. */
export function dateText(instant: string, zones: readonly string[], language: Language): string {
  const [zone = 'UTC'] = zones;
  const text = factsOf(language).dateTime(dateParts(instant, zone));
  return `${text} (${offsetText(zone, Date.parse(instant))})`;
}
