/** Recognises replies that mean "stop writing to me". */

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

/** Marks that people put around a single word. Not the question mark: a question is not an opt-out. */
const AROUND = /^[\s"'“”‘’«»().,;:!*_-]+|[\s"'“”‘’«»().,;:!*_-]+$/gu;

export function isOptOut(text: string): boolean {
  const bare = text
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(AROUND, '');
  return WORDS.has(bare.replace(/\s+/g, ' ').toUpperCase());
}
