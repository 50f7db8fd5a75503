/** Greek and Cyrillic words in Latin letters, as passports of the countries write them. Other scripts do not show how a name is said. */

const GREEK = 'α-a β-v γ-g δ-d ε-e ζ-z η-i θ-th ι-i κ-k λ-l μ-m ν-n ξ-x ο-o π-p ρ-r σ-s ς-s τ-t υ-y φ-f χ-ch ψ-ps ω-o';
const CYRILLIC =
  'а-a б-b в-v г-g д-d е-e ё-e ж-zh з-z и-i й-y к-k л-l м-m н-n о-o п-p р-r с-s т-t у-u ф-f х-kh ц-ts ч-ch ш-sh щ-shch ' +
  'ъ- ы-y ь- э-e ю-yu я-ya і-i ї-yi є-ye ґ-g ў-u ј-j љ-lj њ-nj ћ-c ђ-dj џ-dz ѓ-g ќ-k ѕ-dz ' +
  'ә-a ғ-g қ-q ң-n ө-o ұ-u ү-u һ-h ҷ-j ҳ-h ӣ-i ӯ-u';

const LETTERS = new Map(`${GREEK} ${CYRILLIC}`.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(2)] as const));

/** In Greek some letters are said by what stands beside them; two dots keep an upsilon apart. */
const BESIDE: readonly [RegExp, string][] = [
  [/(?<=ο)[υύ]/giu, 'u'],
  [/(?<=[αε])[υύ](?=[θκξπσςτφχψ])/giu, 'f'],
  [/(?<=[αε])[υύ]/giu, 'v'],
  [/γ(?=[γξχ])/gu, 'n'],
];

const MARKS = /\p{M}/gu;

/** Undefined for a word without such letters. */
export function inLatin(word: string): string | undefined {
  if (!/[\p{Script=Greek}\p{Script=Cyrillic}]/u.test(word)) return undefined;
  const isLoud = word.length > 1 && word === word.toUpperCase();
  const letters = [...withBeside(word)].map((letter) => {
    const lower = letter.toLowerCase();
    const latin = LETTERS.get(lower) ?? LETTERS.get(lower.normalize('NFD').replace(MARKS, ''));
    if (latin === undefined) return letter;
    return letter === lower ? latin : latin.slice(0, 1).toUpperCase() + latin.slice(1);
  });
  return isLoud ? letters.join('').toUpperCase() : letters.join('');
}

const withBeside = (word: string): string =>
  BESIDE.reduce((text, [letter, latin]) => text.replace(letter, latin), word.normalize('NFC'));
