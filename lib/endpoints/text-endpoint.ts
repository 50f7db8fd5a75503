/** What the endpoints of a merchant's own texts share: what a path names, and how a text is judged before it is used. */
import type { Account } from '#lib/domain/account.ts';
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import { type Fault, validationFailed } from '#lib/domain/errors.ts';
import { faultsOfText, type TextSetting } from '#lib/domain/message/judge-text.ts';
import { TEXT_KINDS, type TextKind, type TextPlace, type TextWords } from '#lib/domain/message/own-text.ts';
import { LANGUAGE_CODES, type LanguageCode } from '#lib/words/language-codes.ts';

const PARTS = { language: LANGUAGE_CODES, channel: CHANNELS, kind: TEXT_KINDS } as const;

/** @throws validation_failed for a language, a channel or a kind that there is not */
export function textPlaceOf(parameters: Readonly<Record<string, string>>): TextPlace {
  const faults = Object.entries(PARTS).flatMap(([path, allowed]): Fault[] => {
    const given = parameters[path] ?? '';
    const isAllowed = (allowed as readonly string[]).includes(given);
    return isAllowed ? [] : [{ path, message: `must be one of ${allowed.join(', ')}` }];
  });
  if (faults.length > 0) throw validationFailed(faults);
  const { language, channel, kind } = parameters;
  return { language: language as LanguageCode, channel: channel as Channel, kind: kind as TextKind };
}

type SettingNeeds = { settings: { baseUrl: string }; isOneWay: TextSetting['isOneWay'] };

/** What a text is judged and shown by. */
export const settingOf = ({ settings: { baseUrl }, isOneWay }: SettingNeeds, account: Account): TextSetting => ({
  account,
  baseUrl,
  isOneWay,
});

/** @throws validation_failed */
export function refuseUnsendable(words: TextWords, place: TextPlace, setting: TextSetting): void {
  const faults = faultsOfText(words, place, setting);
  if (faults.length > 0) throw validationFailed(faults);
}
