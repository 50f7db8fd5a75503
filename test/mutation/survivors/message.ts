/** Mutants of lib/domain/message that no test can kill. */
import { because } from './because.ts';

export const MESSAGE = [
  ...because('an empty match is replaced by nothing, which changes nothing', {
    'lib/domain/message/clean-text.ts#fadbbd3a':
      '/(?<=^|\\p{ASCII})(?:\\u200c|\\u200d|\\ufe0f)+/gu → /(?<=^|\\p{ASCII})(?:\\u200c|\\u200d|\\ufe0f)*/gu',
    'lib/domain/message/reply-word.ts#e03498aa':
      '/^[\\s"\'“”‘’«»().,;:!*_-]+|[\\s"\'“”‘’«»().,;:!*_-]+$/gu → /^[\\s"\'“”‘’«»().,;:!*_-]*|[\\s"\'“”‘’«»().,;:!*_-]+$/gu',
    'lib/domain/message/reply-word.ts#d3712682':
      '/^[\\s"\'“”‘’«»().,;:!*_-]+|[\\s"\'“”‘’«»().,;:!*_-]+$/gu → /^[\\s"\'“”‘’«»().,;:!*_-]+|[\\s"\'“”‘’«»().,;:!*_-]*$/gu',
  }),
  ...because('no word that opts out holds more than one space, so two need not both be single', {
    'lib/domain/message/reply-word.ts#22d467b1': '/[\\s-]+/g → /[\\s-]+/',
  }),
  ...because('what is remembered, or need not be looked at, is worked out again with the same result', {
    'lib/domain/message/clean-text.ts#4032e844':
      "segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' }) → segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })",
    'lib/domain/message/clean-text.ts#93fd5611': 'text.length <= max → false',
    'lib/domain/message/clean-text.ts#c62ce0b1': 'text.length <= max → text.length < max',
    'lib/domain/message/date-parts.ts#a5f972db': 'formats.get(timeZone) ?? newFormat(timeZone) → newFormat(timeZone)',
    'lib/domain/message/date-parts.ts#1737bde7': 'formats.set(timeZone, format); → ;',
  }),
  ...because('it is the default of the runtime as well', {
    'lib/domain/message/clean-text.ts#25c3f89d': "{ granularity: 'grapheme' } → {}",
  }),
  ...because('the compiler needs the condition or the default: what it provides for never happens here', {
    'lib/domain/message/encode-from.ts#b2f09e87': '/^[\\x20-\\x7e]*$/ → /^[\\x20-\\x7e]+$/',
    'lib/domain/message/escape-html.ts#e334bbc2': "ESCAPES[char] ?? '' → ESCAPES[char]",
    'lib/domain/message/escape-html.ts#626cb829': "'' → 'mutant'",
    'lib/domain/message/languages.ts#b3ac03e6': "country ?? '' → country",
    'lib/domain/message/languages.ts#2d87745c': "'' → 'mutant'",
  }),
  ...because('undefined is left out of a joined text, as an empty text is', {
    'lib/domain/message/gsm7.ts#ff51fbd1': "plainForm(part) ?? '' → plainForm(part)",
  }),
  ...because('a sum is the same in any order, and a country has one language', {
    'lib/domain/message/gsm7.ts#4b41c59b': 'reduce → reduceRight',
    'lib/domain/message/languages.ts#cf2f9813': 'find → findLast',
  }),
  ...because('it is written over before it is read', {
    'lib/domain/message/render-sms.ts#9a38fca6': "'' → 'mutant'",
  }),
  ...because('without a link its parts are not there, whatever is taken of them', {
    'lib/domain/message/render-whatsapp.ts#1a4595e9': 'slash === undefined → false',
    'lib/domain/message/render-whatsapp.ts#f7b364b1': '?. → .',
  }),
  ...because('an empty match is replaced by nothing, which changes nothing', {
    'lib/domain/message/values.ts#5c65d299': '/[\\s.]+$/ → /[\\s.]*$/',
  }),
  ...because('our templates number all of their places and have one button at most', {
    'lib/domain/message/whatsapp-templates.ts#1d3c625c': '/\\{\\{(\\d+)\\}\\}/g → /\\{\\{(\\d*)\\}\\}/g',
    'lib/domain/message/whatsapp-templates.ts#68c7cb4f': 'buttons?.buttons[0] → buttons?.buttons.at(-1)',
  }),
];
