/** Times and money as the workbench shows them: as the console does in English. */
import { awayIn, exactIn, instantIn, moneyIn } from '#lib/web/console/format.ts';
import { DEFAULT_CONSOLE_WORDS } from '#lib/words/console-words.ts';
import { DEFAULT_LANGUAGE } from '#lib/words/languages.ts';

const MINUTE = 60_000;

/** `in 3 hours`, `2 days ago`, `this minute`. */
export const relative = (at: number, now: number): string => awayIn(DEFAULT_LANGUAGE, at, now);

export const shortInstant = instantIn(DEFAULT_LANGUAGE);
export const exactInstant = exactIn(DEFAULT_LANGUAGE);
export const money = moneyIn(DEFAULT_LANGUAGE);

export const CHANNEL_NAMES = DEFAULT_CONSOLE_WORDS.timeline.channels;

/** `17:33`. */
export const hourAndMinute = (at: number): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(at);

/** What an input of the kind `datetime-local` holds, to the minute. */
export function forInput(at: number): string {
  const shifted = new Date(at - new Date(at).getTimezoneOffset() * MINUTE);
  return shifted.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}
