/** The words of the workbench: the console's, in English. */
import { tellerIn } from '#lib/web/console/format.ts';
import * as telling from '#lib/web/console/telling.ts';
import { CONSOLE_WORDS, DEFAULT_LANGUAGE } from '#lib/words/languages.ts';
import { shortInstant } from './time.ts';

/** The service's own reason tells a developer more than plain words. */
export const teller: telling.Teller = {
  ...tellerIn(DEFAULT_LANGUAGE),
  instant: shortInstant,
  why: ({ tone, reason }) => `${tone}, ${withTimes(lowerFirst(reason))}`,
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '');

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Instants in a text as people write them. */
const withTimes = (text: string): string => text.replace(INSTANT, (instant) => shortInstant(Date.parse(instant)));

export const { money } = teller;

const { timeline } = CONSOLE_WORDS[DEFAULT_LANGUAGE];

export const CHANNEL_NAMES = timeline.channels;

export const methodText = (method: string | null | undefined): string => telling.methodText(timeline, method);
