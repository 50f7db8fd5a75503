/** The SMS alphabet (GSM 03.38): 160 characters fit in one message. One character outside it would halve that. */

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Sent as an escape and a second character, so each counts twice. */
const EXTENDED = new Set('\f^{}\\[~]|€');

const SINGLE = 160;
/** Each part of a longer text loses seven characters to the header that joins the parts. */
const PART = 153;

/** For characters without a decomposition, such as West African letters, and for extended ones: they cost double. */
const REPLACEMENTS = new Map(
  `‘' ’' ‚' ‛' ʼ' ′' \`' ´' ‹' ›' “" ”" „" «" »" ″" ‐- ‑- ‒- –- —- ―- −- •- ·- ~-
   [( ]) {( }) |/ \\/ ⁄/ ×x ÷/ €EUR ₦NGN ₵GHS ¢c ©(c) ®(R)
   ŒOE œoe ẞSS ĐD đd ÐD ðd ÞTh þth ŁL łl ıi ƐE ɛe ƆO ɔo ŊN ŋn ƉD ɖd ƑF ƒf ƔG ɣg ƲV ʋv ƁB ɓb ƊD ɗd ƘK ƙk ƳY ƴy
   ƎE ǝe ƏE əe`
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
);

const plainForm = (char: string): string | undefined => (BASIC.has(char) ? char : REPLACEMENTS.get(char));

/** Removes accents that the alphabet lacks (ç → c), and characters that have no Latin form. */
export function toGsm7(text: string): string {
  return [...text.normalize('NFC')]
    .map((char) => plainForm(char) ?? [...char.normalize('NFKD')].map((part) => plainForm(part) ?? '').join(''))
    .join('');
}

export function countSegments(text: string): number {
  const refs = [...text].map((char) => (EXTENDED.has(char) ? 2 : 1));
  if (refs.reduce((sum, each) => sum + each, 0) <= SINGLE) return 1;
  let parts = 1;
  let used = 0;
  for (const each of refs) {
    // An escape and its character must be in the same part.
    if (used + each > PART) {
      parts += 1;
      used = 0;
    }
    used += each;
  }
  return parts;
}
