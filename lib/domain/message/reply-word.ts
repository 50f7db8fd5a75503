/** Recognises the replies that are commands: stop writing to me, write to me again, who are you. Any other is a reply. */

import { REMINDER_WORDS } from '#lib/words/languages.ts';

export type ReplyWord = 'opt_out' | 'opt_in' | 'help';

/** What people put around a single word: marks and pictures. Not the question mark: "cancel?" is a question. */
const AROUND = /^[^\p{L}\p{N}?¿؟]+|[^\p{L}\p{N}?¿؟]+$/gu;

/** Without accents, in capitals. */
const plainOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase();

/** How an SMS of each language names the way out, because people answer with the word that they read. */
const LABELS = Object.values(REMINDER_WORDS).map(({ sms }) => plainOf(sms.optOut).replace(AROUND, ''));

/** A hyphen is written as a space. */
const WORDS: Readonly<Record<ReplyWord, ReadonlySet<string>>> = {
  opt_out: new Set([
    'STOP',
    'END',
    'QUIT',
    'CANCEL',
    'UNSUBSCRIBE',
    'OPTOUT',
    'OPT OUT',
    'REVOKE',
    'REMOVE',
    'TD',
    'STOPALL',
    'STOP ALL',
    'ARRET',
    ...LABELS,
  ]),
  opt_in: new Set(['START', 'UNSTOP']),
  help: new Set(['HELP', 'INFO']),
};

/** No command is longer, whatever stands around it. It also bounds the cost of a hostile text. */
const MAX_COMMAND = 200;

/** "Stop sending me this" is as clear as STOP; a longer sentence may be about something else. */
const MAX_WORDS_AFTER_STOP = 3;

export function readReplyWord(text: string): ReplyWord | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_COMMAND) return undefined;
  const plain = plainOf(trimmed);
  const bare = plain.replace(AROUND, '').replace(/[\s-]+/g, ' ');
  for (const word of ['opt_out', 'opt_in', 'help'] as const) if (WORDS[word].has(bare)) return word;
  return beginsWithStop(plain) ? 'opt_out' : undefined;
}

function beginsWithStop(plain: string): boolean {
  const [first, ...rest] = plain.match(/[\p{L}\p{N}'’]+/gu) ?? [];
  return first === 'STOP' && rest.length <= MAX_WORDS_AFTER_STOP;
}
