/** Mutants of lib/domain/payment that no test can kill. */
import { because } from './because.ts';

export const PAYMENT = [
  ...because('the compiler needs the condition or the default: what it provides for never happens here', {
    'lib/domain/payment/checkout.ts#f1dd93de':
      'kind === undefined || !canCheckOut(kind, amount.currency) → !canCheckOut(kind, amount.currency)',
    'lib/domain/payment/checkout.ts#4e913045': "'' → 'mutant'",
  }),
  ...because('each calling code and each prefix is listed once', {
    'lib/domain/payment/mobile-networks.ts#38878383': 'find → findLast',
    'lib/domain/payment/mobile-networks.ts#8d53121a': 'find → findLast',
  }),
  ...because('what every object inherits is no list of currencies, so such a kind takes none either', {
    'lib/domain/payment/payment-methods.ts#4b2157f2':
      'kind !== undefined && Object.hasOwn(CAPABILITIES, kind) → Object.hasOwn(CAPABILITIES, kind)',
    'lib/domain/payment/payment-methods.ts#c392707c':
      'kind !== undefined && Object.hasOwn(CAPABILITIES, kind) → kind !== undefined',
    'lib/domain/payment/payment-methods.ts#363fb677':
      'kind !== undefined && Object.hasOwn(CAPABILITIES, kind) → kind !== undefined || Object.hasOwn(CAPABILITIES, kind)',
    'lib/domain/payment/payment-methods.ts#09f919e8': 'kind !== undefined && Object.hasOwn(CAPABILITIES, kind) → true',
  }),
  ...because('what is not read out of a reference is no id', {
    'lib/domain/payment/session.ts#37f05a92': 'owned === undefined → false',
  }),
];
