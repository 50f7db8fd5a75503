/** The words of the workbench: the console's, in English. */
import { tellerIn } from '#lib/console/format.ts';
import * as telling from '#lib/console/telling.ts';
import { tellingEn } from '#lib/console/words/telling-en.ts';
import { shortInstant } from './time.ts';

export const teller: telling.Teller = { ...tellerIn('en', tellingEn), instant: shortInstant };

export const { money } = teller;

export const CHANNEL_NAMES = tellingEn.channels;

export const methodText = (method: string | null | undefined): string => telling.methodText(tellingEn, method);
