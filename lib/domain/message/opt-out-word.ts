/** Which replies mean "write to me no more". */

const WORDS = new Set([
  'STOP',
  'STOPALL',
  'STOP ALL',
  'END',
  'QUIT',
  'CANCEL',
  'UNSUBSCRIBE',
  'OPTOUT',
  'OPT OUT',
  'OPT-OUT',
  'REVOKE',
  'ARRET',
]);

/** Marks people put around a single word; not the question mark, which asks. */
const AROUND = /^[\s"'“”‘’«»().,;:!*_-]+|[\s"'“”‘’«»().,;:!*_-]+$/gu;

/** Whether the whole message is such a word, in any case, with or without accents and marks around it. */
export function isOptOut(text: string): boolean {
  const bare = text
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(AROUND, '');
  return WORDS.has(bare.replace(/\s+/g, ' ').toUpperCase());
}
