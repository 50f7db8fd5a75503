/** Finds entries that have all words of a text, those with them in the title first. Pure. */

type Entry = { title: string; words: string };

export function search<E extends Entry>(index: readonly E[], text: string): E[] {
  const wanted = folded(text).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  return index
    .map((entry) => ({ entry, score: scoreOf(entry, wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ entry }) => entry);
}

const folded = (text: string): string => text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');

const [TITLE, WORD, BEGINS, IN_TITLE, IN_TEXT] = [100, 40, 25, 10, 1];
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

/** Nothing unless every word is there. */
function scoreOf({ title, words }: Entry, wanted: readonly string[]): number {
  const [name, rest] = [folded(title), folded(words)];
  if (name === wanted.join(' ')) return TITLE * wanted.length;
  const parts = name.split(BETWEEN_WORDS);
  const scores = wanted.map((word) => {
    if (parts.includes(word)) return WORD;
    if (parts.some((part) => part.startsWith(word))) return BEGINS;
    if (name.includes(word)) return IN_TITLE;
    return rest.includes(word) ? IN_TEXT : 0;
  });
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}
