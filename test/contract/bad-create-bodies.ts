/** Changes to a valid create body that must be refused: the changed path, the new value, and the fault. */

/** `at` is the path of the fault, if it is not the changed path. An undefined value removes the field. */
export type BadBody = [change: string, to: unknown, message: string, at?: string];

const UNKNOWN = 'is not a known field';
const ONE_TO = (max: number) => `must have 1 to ${max} characters`;
const CONTROL = 'must not contain control characters';
const DIGITS = 'must have 5 to 20 digits in at most 40 characters';
const CURRENCY = 'must be a current ISO 4217 code in capital letters, such as NGN';
const CADENCES =
  'must be one of every_5m, every_10m, every_15m, every_30m, every_1h, every_2h, every_4h, every_6h, every_12h, daily';
const METHODS = 'must be one of payment_link, virtual_account, mobile_money, card, bank_transfer';
const PEOPLE = 'contact.firstName';

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

const ROOT: BadBody[] = [
  ['', [], 'must be an object'],
  ['', 'text', 'must be an object'],
  ['', 5, 'must be an object'],
  ['', true, 'must be an object'],
  ['', null, 'must be an object, not null'],
  ['', [{}], 'must be an object'],
];

const UNKNOWN_FIELDS: BadBody[] = [
  ...[
    'id',
    'status',
    'events',
    'createdAt',
    'updatedAt',
    'completedAt',
    'expiresAt',
    'account',
    'Reference',
    'meta',
  ].map((field): BadBody => [field, 'x', UNKNOWN]),
  ['__proto__', { reference: 'x' }, UNKNOWN],
  ['constructor', { prototype: {} }, UNKNOWN],
  ['prototype', {}, UNKNOWN],
  ['rawJSON', '1', UNKNOWN],
  ['amount.minor', 1, UNKNOWN],
  ['amount.__proto__', {}, UNKNOWN],
  ['contact.id', 'contact_1', UNKNOWN],
  ['contact.name', 'Ada', UNKNOWN],
  ['contact.constructor', {}, UNKNOWN],
  ['payable.options', [], UNKNOWN],
  ['payable.proof', 'x', UNKNOWN],
  ['payable.prototype', 1, UNKNOWN],
  ['followUp.Cadence', 'daily', UNKNOWN],
  ['followUp.maxAttempts', 3, UNKNOWN],
  ['followUp.__proto__', 1, UNKNOWN],
];

const REFERENCE: BadBody[] = [
  ['reference', undefined, 'is required'],
  ['reference', null, 'must be a string, not null'],
  ['reference', 5, 'must be a string'],
  ['reference', '', ONE_TO(255)],
  ['reference', 'x'.repeat(256), ONE_TO(255)],
  ['reference', '😀'.repeat(256), ONE_TO(255)],
  ['reference', 'a\u0000b', CONTROL],
  ['reference', 'a\nb', CONTROL],
  ['reference', 'a\u0085b', CONTROL],
  ['type', 'manual', 'must be integrated'],
  ['type', 'Integrated', 'must be integrated'],
  ['type', null, 'must be integrated'],
];

const AMOUNT: BadBody[] = [
  ['amount', undefined, 'is required'],
  ['amount', null, 'must be an object, not null'],
  ['amount', 45_000, 'must be an object'],
  ['amount', [], 'must be an object'],
  ['amount.value', undefined, 'is required'],
  ['amount.value', null, 'must be a number, not null'],
  ['amount.value', '45000', 'must be a number'],
  ['amount.value', true, 'must be a number'],
  ['amount.value', 0, 'must be a number above 0'],
  ['amount.value', -1, 'must be a number above 0'],
  ['amount.value', 0.001, 'must have at most 2 decimals in NGN'],
  ['amount.value', 10.005, 'must have at most 2 decimals in NGN'],
  ['amount.value', 1_000_000_000_000.01, 'must be at most 1000000000000 in NGN'],
  ['amount.value', 1e300, 'must be at most 1000000000000 in NGN'],
  ['amount', { value: 1.5, currency: 'JPY' }, 'must have no decimals in JPY', 'amount.value'],
  ['amount', { value: 1.2345, currency: 'KWD' }, 'must have at most 3 decimals in KWD', 'amount.value'],
  ['amount.currency', undefined, 'is required'],
  ['amount.currency', null, 'must be a string, not null'],
  ['amount.currency', 'ngn', CURRENCY],
  ['amount.currency', 'NGN ', CURRENCY],
  ['amount.currency', 'XXX', CURRENCY],
  ['amount.currency', 'ZZZ', CURRENCY],
  ['amount.currency', '', CURRENCY],
  ['amount.currency', 'constructor', CURRENCY],
];

const CONTACT: BadBody[] = [
  ['contact', undefined, 'is required'],
  ['contact', null, 'must be an object, not null'],
  ['contact', 'Ada', 'must be an object'],
  [PEOPLE, undefined, 'is required'],
  [PEOPLE, null, 'must be a string, not null'],
  [PEOPLE, '', ONE_TO(100)],
  [PEOPLE, '   ', ONE_TO(100)],
  [PEOPLE, 'x'.repeat(101), ONE_TO(100)],
  [PEOPLE, 'A\tB', CONTROL],
  ['contact.lastName', undefined, 'is required'],
  ['contact.lastName', ['Obi'], 'must be a string'],
  ['contact.phone', undefined, 'is required'],
  ['contact.phone', 2348031234567, 'must be a string'],
  ['contact.phone', '', DIGITS],
  ['contact.phone', 'none', DIGITS],
  ['contact.phone', '1234', DIGITS],
  ['contact.phone', '1'.repeat(21), DIGITS],
  ['contact.phone', `12345${'-'.repeat(36)}`, DIGITS],
  ['contact.email', undefined, 'is required'],
  ['contact.email', 'ada', 'must be an email address'],
  ['contact.email', 'ada@', 'must be an email address'],
  ['contact.email', ' ada@example.com', 'must be an email address'],
  ['contact.email', 'ada@example.com, b@c.de', 'must be an email address'],
  ['contact.email', `${'a'.repeat(250)}@example.com`, 'must have at most 254 characters'],
];

const TIMES: BadBody[] = [
  ['expiresIn', null, 'must be a number, not null'],
  ['expiresIn', '60', 'must be a number'],
  ['expiresIn', 1.5, 'must be a whole number'],
  ['expiresIn', 0, 'must be at least 1'],
  ['expiresIn', -1, 'must be at least 1'],
  ['expiresIn', 525_601, 'must be at most 525600'],
  ['expiresIn', 1e15, 'must be at most 525600'],
  ['dueDate', '2027-02-29', 'must be a day such as 2026-12-31'],
  ['dueDate', '2026-12-31T00:00:00Z', 'must be a day such as 2026-12-31'],
  ['dueDate', 20_260_101, 'must be a string'],
  ['followUp.startAfter', -1, 'must be at least 0'],
  ['followUp.startAfter', 525_601, 'must be at most 525600'],
  ['followUp.startAfter', 0.5, 'must be a whole number'],
  ['followUp.startAfter', '20', 'must be a number'],
];

const WAYS: BadBody[] = [
  ['payable', null, 'must be an object, not null'],
  ['payable', true, 'must be an object'],
  ['payable.enabled', 'true', 'must be a boolean'],
  ['payable.enabled', null, 'must be a boolean, not null'],
  ['payable.methods', 'card', 'must be a list'],
  ['payable.methods', null, 'must be a list, not null'],
  ['payable.methods', ['cash'], METHODS, 'payable.methods.0'],
  ['payable.methods', ['card', null], METHODS, 'payable.methods.1'],
  ['payable.methods', ['card', 'card'], 'must not repeat an item'],
  ['provider', null, 'must be a string, not null'],
  ['provider', 7, 'must be a string'],
];

const FOLLOW_UP: BadBody[] = [
  ['followUp', null, 'must be an object, not null'],
  ['followUp', false, 'must be an object'],
  ['followUp.enabled', 'no', 'must be a boolean'],
  ['followUp.cadence', 'every_7m', CADENCES],
  ['followUp.cadence', null, CADENCES],
  ['followUp.cadence', 10, CADENCES],
  ['followUp.channels', [], 'must have at least 1 item'],
  ['followUp.channels', 'sms', 'must be a list'],
  ['followUp.channels', ['sms', 'sms'], 'must not repeat an item'],
  ['followUp.channels', ['SMS'], 'must be one of whatsapp, sms, email', 'followUp.channels.0'],
  ['followUp.tone', 'angry', 'must be one of gentle, professional, urgent'],
];

const METADATA: BadBody[] = [
  ['metadata', null, 'must be an object or a list of objects'],
  ['metadata', 'text', 'must be an object or a list of objects'],
  ['metadata', 1, 'must be an object or a list of objects'],
  ['metadata', [], 'must have at least one item'],
  ['metadata', {}, 'is required', 'metadata.description'],
  ['metadata', { description: '' }, 'must be a non-empty string', 'metadata.description'],
  ['metadata', { description: ' \n' }, 'must be a non-empty string', 'metadata.description'],
  ['metadata', { description: null }, 'must be a non-empty string', 'metadata.description'],
  ['metadata', { description: ['d'] }, 'must be a non-empty string', 'metadata.description'],
  ['metadata', [{ description: 'd' }, { name: 'n' }], 'is required', 'metadata.1.description'],
  ['metadata', [{ description: 'd' }, 'text'], 'must be an object', 'metadata.1'],
  ['metadata', [[{ description: 'd' }]], 'must be an object', 'metadata.0'],
  ['metadata', [null], 'must be an object', 'metadata.0'],
  ['metadata.0.__proto__', 1, 'is not allowed as a key'],
  ['metadata.0.amount.constructor', 1, 'is not allowed as a key'],
  ['metadata.0.list', [{ prototype: 1 }], 'is not allowed as a key', 'metadata.0.list.0.prototype'],
  ['metadata', { description: 'd', x: 'x'.repeat(16 * 1024) }, 'must be at most 16384 bytes'],
  ['metadata', { description: '€'.repeat(5_457) }, 'must be at most 16384 bytes'],
  ['metadata', { description: 'd', deep: nested(20) }, 'must be at most 20 levels deep', 'metadata.deep'],
];

export const BAD_CREATE_BODIES: readonly BadBody[] = [
  ...[...ROOT, ...UNKNOWN_FIELDS, ...REFERENCE, ...AMOUNT, ...CONTACT],
  ...[...TIMES, ...WAYS, ...FOLLOW_UP, ...METADATA],
];
