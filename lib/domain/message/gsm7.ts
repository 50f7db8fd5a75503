/** The SMS alphabet (GSM 03.38): what fits 160 to a message. One character outside it would halve that. */

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Sent as an escape and a second character, so each takes two places. */
const EXTENDED = new Set('\f^{}\\[~]|€');

const SINGLE = 160;
/** Parts of a longer text lose seven places each to the header that joins them. */
const PART = 153;

/**
 * Each character with what stands for it, where no decomposition gives that: West African letters are among them.
 * Extended characters are replaced too, as they cost double.
 */
const REPLACEMENTS = new Map(
  `‘' ’' ‚' ‛' ʼ' ′' \`' ´' ‹' ›' “" ”" „" «" »" ″" ‐- ‑- ‒- –- —- ―- −- •- ·- ~-
   [( ]) {( }) |/ \\/ ⁄/ ×x ÷/ €EUR ₦NGN ₵GHS ¢c ©(c) ®(R)
   ŒOE œoe ẞSS ĐD đd ÐD ðd ÞTh þth ŁL łl ıi ƐE ɛe ƆO ɔo ŊN ŋn ƉD ɖd ƑF ƒf ƔG ɣg ƲV ʋv ƁB ɓb ƊD ɗd ƘK ƙk ƳY ƴy
   ƎE ǝe ƏE əe`
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
);

const plainForm = (char: string): string | undefined => (BASIC.has(char) ? char : REPLACEMENTS.get(char));

/** The text in the basic alphabet: accents it lacks fall off (ç → c), and what has no Latin form is left out. */
export function toGsm7(text: string): string {
  return [...text.normalize('NFC')]
    .map((char) => plainForm(char) ?? [...char.normalize('NFKD')].map((part) => plainForm(part) ?? '').join(''))
    .join('');
}

/** How many messages a text in this alphabet is billed and sent as. */
export function countSegments(text: string): number {
  const refs = [...text].map((char) => (EXTENDED.has(char) ? 2 : 1));
  if (refs.reduce((sum, each) => sum + each, 0) <= SINGLE) return 1;
  let parts = 1;
  let used = 0;
  for (const each of refs) {
    // An escape is never parted from its character.
    if (used + each > PART) {
      parts += 1;
      used = 0;
    }
    used += each;
  }
  return parts;
}
