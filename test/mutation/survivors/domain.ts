/** Mutants of lib/domain itself that no test can kill. */
import { because } from './because.ts';

export const DOMAIN = [
  ...because('the compiler needs the condition or the default: what it provides for never happens here', {
    'lib/domain/account.ts#7bc8f40b': '?. → .',
    'lib/domain/change-status.ts#e45a82d9': '?. → .',
    'lib/domain/change-status.ts#96551322': 'transition === undefined → false',
    'lib/domain/change-status.ts#832ab64b': "'time brings no overdue mark' → ''",
    'lib/domain/exact-json.ts#86d579e9': '?. → .',
    'lib/domain/exact-json.ts#53f8b7b4':
      "typeof value !== 'number' || source === undefined → typeof value !== 'number'",
    'lib/domain/exact-json.ts#5c242491': "'' → 'mutant'",
    'lib/domain/exact-json.ts#b3b4cade': "'' → 'mutant'",
  }),
  ...because('an account has one provider with an id: the first that is found is the last', {
    'lib/domain/account.ts#65a633f1': 'find → findLast',
  }),
  ...because('a request that needs no provider gets the same answer from the longer way, without a provider', {
    'lib/domain/build-collection.ts#a1467434': 'slug === undefined && !needsProvider(payable) → false',
    'lib/domain/build-collection.ts#5136a846':
      "enabled && methods.length > (methods.includes('payment_link') ? 1 : 0) → enabled",
    'lib/domain/build-collection.ts#baa4f411':
      "methods.length > (methods.includes('payment_link') ? 1 : 0) → methods.length >= (methods.includes('payment_link') ? 1 : 0)",
    'lib/domain/build-collection.ts#0bac68e0': "methods.includes('payment_link') → false",
    'lib/domain/build-collection.ts#1646b8d3': "'payment_link' → ''",
    'lib/domain/build-collection.ts#e8803243': '1 → 0',
    'lib/domain/build-collection.ts#48ea6368': '0 → -1',
  }),
  ...because('of a past in which there is nothing the strategy learns nothing: the test only saves the work', {
    'lib/domain/build-collection.ts#4673c68f':
      'person === undefined || (person.payments.length === 0 && person.unread === undefined) → person === undefined',
    'lib/domain/build-collection.ts#d0fed5d1': '0 → -1',
    'lib/domain/build-collection.ts#d989ce94': '0 → 1',
  }),
  ...because('there is always a zone', {
    'lib/domain/build-collection.ts#17d97a92':
      "zonesOf(whereaboutsOf(located))[0] ?? 'UTC' → zonesOf(whereaboutsOf(located))[0]",
    'lib/domain/build-collection.ts#d9c68d46': "'UTC' → ''",
  }),
  ...because('of two equal texts it does not matter which is taken', {
    'lib/domain/change-status.ts#0245fa79': 'a > b → a >= b',
    'lib/domain/collection.ts#1559dd81': 'expiresAt > updatedAt → expiresAt >= updatedAt',
  }),
  ...because(
    'more texts than need it are read number by number, and come back the same: the test only saves the work',
    {
      'lib/domain/exact-json.ts#7119250f': '/[\\d.]{16}|\\d[eE]/ → /[\\d.]{15}|\\d[eE]/',
      'lib/domain/exact-json.ts#ed702822': '/[\\d.]{16}|\\d[eE]/ → /[\\d.]{16}|\\d[^eE]/',
      'lib/domain/exact-json.ts#15e53926': 'mayBend(text) → true',
    },
  ),
  ...because('both decimals that are compared are written in the same other way, so they are still equal or not', {
    'lib/domain/exact-json.ts#1d5bb795':
      'Number.isFinite(value) && normalise(source) === normalise(String(value)) → normalise(source) === normalise(String(value))',
    'lib/domain/exact-json.ts#4e815d91': "'0' → ''",
    'lib/domain/exact-json.ts#65ecda3c': '/^0+/ → /^0*/',
    'lib/domain/exact-json.ts#5f5b4ff3': '/0+$/ → /0*$/',
    'lib/domain/exact-json.ts#81ead806': 'digits.length - significant.length → digits.length + significant.length',
    'lib/domain/exact-json.ts#76f86b0a': "'0' → ''",
    'lib/domain/exact-json.ts#684994e2': 'e → (nothing)',
  }),
  ...because('an id matches with both of its parts, or with none', {
    'lib/domain/ids.ts#b4e51a2b': 'match?.[1] === undefined || match[2] === undefined → match?.[1] === undefined',
    'lib/domain/ids.ts#df9cfc23': '1 → 0',
    'lib/domain/ids.ts#cbd66b0e': '1 → 2',
    'lib/domain/ids.ts#58ded932': '2 → 1',
  }),
  ...because('what is before the proof has to be the rest of an id, whose length is fixed', {
    'lib/domain/ids.ts#a46103cd': '/^(.+?)([0-9a-z]{25})$/ → /^(.*?)([0-9a-z]{25})$/',
    'lib/domain/ids.ts#12788bee': '/^(.+?)([0-9a-z]{25})$/ → /^(.+)([0-9a-z]{25})$/',
    'lib/domain/ids.ts#37f05a92': 'owned === undefined → false',
    'lib/domain/ids.ts#46b4f2c3': 'ref === undefined || proof === undefined → ref === undefined',
  }),
  ...because('the end of a text lies on the boundary of a word, where no comma goes', {
    'lib/domain/money.ts#974fbf45': '/\\B(?=(\\d{3})+$)/g → /\\B(?=(\\d{3})*$)/g',
  }),
  ...because('a default country that is undefined is the same as none', {
    'lib/domain/phone.ts#dfcf9fbe': 'country && { defaultCountry: country } → { defaultCountry: country }',
  }),
  ...because('of two equal texts it does not matter which is taken', {
    'lib/domain/provider.ts#351288d0': 'at > provider.updatedAt → at >= provider.updatedAt',
  }),
  ...because('each target and trigger have one transition', {
    'lib/domain/transitions.ts#2971a7ad': 'find → findLast',
  }),
];
