/** Recognises the replies that are commands: stop writing to me, write to me again, who are you. Any other is a reply. */

export type ReplyWord = 'opt_out' | 'opt_in' | 'help';

/** Without accents, in capitals; a hyphen is written as a space. */
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
  ]),
  opt_in: new Set(['START', 'UNSTOP']),
  help: new Set(['HELP', 'INFO']),
};

/** No command is longer, whatever stands around it. It also bounds the cost of a hostile text. */
const MAX_COMMAND = 200;

/** What people put around a single word: marks and pictures. Not the question mark: "cancel?" is a question. */
const AROUND = /^[^\p{L}\p{N}?¿؟]+|[^\p{L}\p{N}?¿؟]+$/gu;

/** "Stop sending me this" is as clear as STOP; a longer sentence may be about something else. */
const MAX_WORDS_AFTER_STOP = 3;

export function readReplyWord(text: string): ReplyWord | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_COMMAND) return undefined;
  const plain = trimmed
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase();
  const bare = plain.replace(AROUND, '').replace(/[\s-]+/g, ' ');
  for (const word of ['opt_out', 'opt_in', 'help'] as const) if (WORDS[word].has(bare)) return word;
  return beginsWithStop(plain) ? 'opt_out' : undefined;
}

function beginsWithStop(plain: string): boolean {
  const [first, ...rest] = plain.match(/[\p{L}\p{N}'’]+/gu) ?? [];
  return first === 'STOP' && rest.length <= MAX_WORDS_AFTER_STOP;
}
