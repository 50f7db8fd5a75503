/** What an event carries for its reader: slot, channel and reason of a follow-up, amount of a payment, who acted. */

type Told = { type: string; data?: Record<string, unknown> | undefined };

/** The data that all events of a type have. */
const FIELDS: readonly [types: RegExp, fields: readonly string[]][] = [
  [/^followup\.(sent|delivered|read)$/, ['slot', 'channel']],
  [/^followup\.(failed|skipped)$/, ['slot', 'reason']],
  [/^followup\.unknown$/, ['slot']],
  [/^followup\.paused$/, ['reason', 'actor']],
  [/^followup\.resumed$/, ['actor']],
  [/^promise\./, ['payBy', 'actor']],
  [/^payment\./, ['amount', 'actor']],
  [/^collection\.updated$/, ['changed', 'actor']],
  [/^contact\.replied$/, ['channel', 'text']],
  [/^contact\.opted_/, ['by']],
];

type Data = Record<string, unknown>;

/** The data that the model fixes. */
const FIXED: readonly [types: RegExp, fields: readonly string[]][] = [
  [/^collection\.updated$/, ['changed', 'actor']],
  [/^followup\.paused$/, ['until', 'reason', 'actor']],
  [/^followup\.resumed$/, ['actor']],
  [/^promise\./, ['payBy', 'actor']],
  [/^payment\./, ['amount', 'transaction', 'reason', 'actor']],
  [/^followup\.(sent|delivered|read)$/, ['slot', 'channel']],
  [/^followup\.skipped$/, ['slot', 'channel', 'reason']],
  [/^followup\.(failed|unknown)$/, ['slot']],
];

/** The data that may be there besides: the codes of channels, a provider's name of a method, what customers said. */
const FREE: readonly [types: RegExp, fields: readonly string[]][] = [
  [/^followup\.(failed|unknown)$/, ['channel', 'reason']],
  [/^payment\./, ['method']],
  [/^contact\.replied$/, ['channel', 'text']],
  [/^contact\.opted_/, ['channel', 'by']],
];

const fieldsOf = (all: typeof FIXED, type: string): string[] =>
  all.flatMap(([types, fields]) => (types.test(type) ? fields : []));

/** In a fixed order, and only what is there. */
export function fixedData(type: string, data: Data = {}): Data {
  const isRecorded = type.startsWith('payment.') && data['actor'] === 'merchant';
  const fields = [...fieldsOf(FIXED, type), ...(isRecorded ? ['method'] : [])];
  return Object.fromEntries(fields.flatMap((field) => (data[field] === undefined ? [] : [[field, data[field]]])));
}

/** What nobody is to be told. */
const added = (type: string, data: Data): string[] =>
  Object.keys(data).filter((field) => ![...fieldsOf(FIXED, type), ...fieldsOf(FREE, type), ...WHO].includes(field));

/** Of every event that a member has caused. */
const WHO = ['actor', 'member'];

/** What a key does tells of no actor, and so does what nobody asked for. */
const OF_MEMBERS =
  /^collection\.(created|completed|cancelled|overdue|expired)$|^followup\.(sent|delivered|read|failed|unknown|skipped)$/;

/** The faults of one event's data. */
export function eventDataFaults({ type, data = {} }: Told): string[] {
  // What the merchant recorded has the method that the merchant named; providers do not always tell one.
  const recorded = type.startsWith('payment.') && data['actor'] === 'merchant' ? ['method'] : [];
  const wanted = [...fieldsOf(FIELDS, type), ...recorded];
  const { actor, member } = data;
  const isTold = member === undefined ? !OF_MEMBERS.test(type) || actor === undefined : actor === 'merchant';
  return [
    ...wanted.filter((field) => isEmpty(data[field])).map((field) => `${type} does not tell its ${field}`),
    ...added(type, data).map((field) => `${type} tells its ${field}`),
    ...(isTold ? [] : [`${type} has the actor ${actor} for ${JSON.stringify(member)}`]),
  ];
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
