/**
 * Latin letters that no normalisation takes apart, by the plain letters that stand for them where an alphabet or a searcher lacks them:
 * those whose name in Unicode 16 is that of a plain letter "with" a hook, a stroke and the like, and the letters of African and
 * European alphabets that have names of their own.
 */
const PLAIN =
  'a:ɑẚⱥ ae:æǣǽ b:ƀƃɓꞗ c:ƈȼɕꞓꞔ d:ðđƌȡɖɗꝺ e:ǝɇɘəɚɛɜɝⱸ f:ƒꞙ g:ǥɠɣꞡ h:ħɦⱨꞕ i:ıɨɩ j:ȷɉɟʄʝ k:ĸƙⱪꝁꝃꝅꞣ l:ŀłƚȴɫɬɭⱡꝉꞎ m:ɱ n:ŋƞȵɲɳꞑꞥ ' +
  'o:øǿɔɵⱺꝋꝍ oe:œ p:ƥꝑꝓꝕ q:ɋʠꝗꝙ r:ɍɼɽɾꞧ s:ȿʂẜẝꞩ sh:ʃʆ ss:ß t:ŧƫƭȶʈⱦ th:þꝥꝧ u:ʊꞹ v:ʋⱱⱴꝟ w:ⱳ y:ƴɏỿ z:ƶȥɀʐʑⱬ zh:ƺǯʒʓ';

const BY_LETTER = new Map(
  PLAIN.split(' ').flatMap((group) => {
    const [plain = '', letters = ''] = group.split(':');
    return [...letters].map((letter) => [letter, plain] as const);
  }),
);

/** In the case of the letter; undefined for one that is plain, has a decomposition, or is of another script. */
export function plainLetter(letter: string): string | undefined {
  const lower = letter.toLowerCase();
  const plain = BY_LETTER.get(lower);
  if (plain === undefined || lower === letter) return plain;
  return plain.slice(0, 1).toUpperCase() + plain.slice(1);
}
