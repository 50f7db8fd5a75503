/** Mutants of lib/domain/payment that no test can kill. */
import { because } from './because.ts';

export const PAYMENT = [
  ...because('of two equal texts it does not matter which is taken', {
    'lib/domain/payment/book-movement.ts#d0bed54a': 'now.toISOString() > updatedAt → now.toISOString() >= updatedAt',
  }),
  ...because('a collection has completedAt if and only if it is completed', {
    'lib/domain/payment/book-movement.ts#9a59829f':
      "status !== 'completed' || completedAt === null → completedAt === null",
    'lib/domain/payment/book-movement.ts#93b213f7':
      "status !== 'completed' || completedAt === null → status !== 'completed'",
    'lib/domain/payment/book-movement.ts#a784afd1':
      "status !== 'completed' || completedAt === null → status !== 'completed' && completedAt === null",
  }),
  ...because('the list is empty before, and a key is on record once', {
    'lib/domain/payment/record-payment.ts#1080f08e': 'push → unshift',
    'lib/domain/payment/record-payment.ts#d79c09fd': 'find → findLast',
  }),
  ...because('what is undefined equals no transaction and is later than no instant: the compiler needs the condition', {
    'lib/domain/payment/record-payment.ts#caef6f0c':
      'given.paidAt !== undefined && given.paidAt > now.toISOString() → given.paidAt > now.toISOString()',
    'lib/domain/payment/record-payment.ts#531e94a5':
      'transaction !== undefined && entries.some((entry) => entry.transaction === transaction) → entries.some((entry) => entry.transaction === transaction)',
  }),
  ...because('no amount is negative', {
    'lib/domain/payment/transaction-net.ts#272abaa2': '0 → -1',
  }),
  ...because('an event of a final state occurs once', {
    'lib/domain/payment/ended-checks.ts#13a2fca0': 'findLast → find',
  }),
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
