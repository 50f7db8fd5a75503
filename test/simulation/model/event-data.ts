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

/** What a key does tells of no actor, and so does what nobody asked for. */
const OF_MEMBERS =
  /^collection\.(created|completed|cancelled|overdue|expired)$|^followup\.(sent|delivered|read|failed|unknown|skipped)$/;

/** The faults of one event's data. */
export function eventDataFaults({ type, data = {} }: Told): string[] {
  // What the merchant recorded has the method that the merchant named; providers do not always tell one.
  const recorded = type.startsWith('payment.') && data['actor'] === 'merchant' ? ['method'] : [];
  const wanted = [...FIELDS.flatMap(([types, fields]) => (types.test(type) ? fields : [])), ...recorded];
  const { actor, member } = data;
  const isTold = member === undefined ? !OF_MEMBERS.test(type) || actor === undefined : actor === 'merchant';
  return [
    ...wanted.filter((field) => isEmpty(data[field])).map((field) => `${type} does not tell its ${field}`),
    ...(isTold ? [] : [`${type} has the actor ${actor} for ${JSON.stringify(member)}`]),
  ];
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
