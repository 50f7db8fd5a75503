/** Reads Stripe's payments again, by the id of the PaymentIntent, session, invoice or payment link. */
import type { Mode } from '#lib/domain/account.ts';
import { type Movement, type Progress, REFUND_PENDING, type Report } from '#lib/domain/payment/movement.ts';
import { parseProviderReference } from '#lib/domain/payment/session.ts';
import { orIfUnknown } from '#lib/payment/call-provider.ts';
import type { Connection, Lookup } from '#lib/payment/port.ts';
import { readEpochSeconds } from '#lib/payment/provider-values.ts';
import { idAt, ifReadable, listAt, malformed, maybeTextAt, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { type AskStripe, isStripeId, modeOf, stripeApi, stripeMoney } from './api.ts';
import { isForOtherMode, paymentOf, progressOf, receivedBy, referencesOf } from './intent.ts';

type Reading = { ask: AskStripe; mode: Mode | undefined; about: Lookup['about'] };

const EXPANDED = 'payment_intent.latest_charge';

export async function findMovements(lookup: Lookup, connection: Connection): Promise<Report> {
  const reading = { ask: stripeApi(connection), mode: modeOf(connection.credentials), about: lookup.about };
  const report = await find(lookup, reading);
  const { reference } = lookup;
  if (reference === undefined) return report;
  const movements = report.movements.filter(({ references }) => references.includes(reference));
  return { movements, progress: movements.length === report.movements.length ? report.progress : 'open' };
}

/**
 * Stripe looks up its own ids only. A session without a key was seen by no customer, and a merchant's
 * `client_reference_id` is found only when a webhook or a list names its session.
 */
async function find({ reference, key, transaction }: Lookup, reading: Reading): Promise<Report> {
  const given = key ?? transaction;
  const id = given ?? reference ?? '';
  const kind = KINDS.find(({ prefix }) => isStripeId(id, prefix));
  if (kind === undefined && given !== undefined) throw malformed();
  if (kind === undefined) return { movements: [], progress: 'ended' };
  const object = await orIfUnknown(reading.ask(kind.pathOf(id)), undefined);
  return object === undefined ? { movements: [], progress: 'unknown' } : kind.report(object, reading);
}

type Kind = {
  prefix: string;
  pathOf: (id: string) => string;
  report: (object: unknown, reading: Reading) => Promise<Report>;
};

const KINDS: readonly Kind[] = [
  { prefix: 'pi', pathOf: (id) => `/payment_intents/${id}?expand[]=latest_charge`, report: reportOfIntent },
  { prefix: 'cs', pathOf: (id) => `/checkout/sessions/${id}?expand[]=${EXPANDED}`, report: reportOfSession },
  { prefix: 'in', pathOf: (id) => `/invoices/${id}?expand[]=${EXPANDED}`, report: reportOfInvoice },
  {
    prefix: 'plink',
    pathOf: (id) => `/checkout/sessions?payment_link=${id}&status=complete&limit=100&expand[]=data.${EXPANDED}`,
    report: reportOfLink,
  },
];

async function reportOfIntent(intent: unknown, reading: Reading): Promise<Report> {
  const named = maybeTextAt(intent, 'metadata', 'reference');
  const isOurs = named !== undefined && parseProviderReference(named) !== undefined;
  const session = isOurs || receivedBy(intent) === undefined ? undefined : await sessionOf(intent, reading);
  const movements = await movementsOf(intent, referencesOf(intent, session), reading);
  return { movements, progress: progressOf(intent) };
}

/** A merchant's collection may know the payment by its session, so we look for one. */
async function sessionOf(intent: unknown, { ask }: Reading): Promise<unknown> {
  const [session] = listAt(await ask(`/checkout/sessions?payment_intent=${textAt(intent, 'id')}&limit=1`), 'data');
  return session;
}

async function reportOfSession(session: unknown, reading: Reading): Promise<Report> {
  const intent = valueAt(session, 'payment_intent') ?? undefined;
  const movements = intent === undefined ? [] : await movementsOf(intent, referencesOf(intent, session), reading);
  return { movements, progress: progressOfSession(session, intent) };
}

function progressOfSession(session: unknown, intent: unknown): Progress {
  const status = textAt(session, 'status');
  if (status === 'open') return 'open';
  if (status === 'expired') return 'ended';
  if (status !== 'complete') throw malformed();
  // After a failed payment, a complete session takes no other.
  if (intent === undefined || textAt(intent, 'status') === 'requires_payment_method') return 'ended';
  // A voucher or a transfer that the payer still has to pay: the session takes nothing else.
  const progress = progressOf(intent);
  return progress === 'open' && valueAt(session, 'payment_status') === 'unpaid' ? 'pending' : progress;
}

async function reportOfInvoice(invoice: unknown, reading: Reading): Promise<Report> {
  const intent = valueAt(invoice, 'payment_intent') ?? undefined;
  const references = intent === undefined ? [] : [...new Set([...referencesOf(intent), textAt(invoice, 'id')])];
  const movements = intent === undefined ? settledIn(invoice, reading) : await movementsOf(intent, references, reading);
  if (['paid', 'void'].includes(textAt(invoice, 'status'))) return { movements, progress: 'ended' };
  return { movements, progress: intent !== undefined && progressOf(intent) === 'pending' ? 'pending' : 'open' };
}

/**
 * An invoice can be paid without one intent: by several payments, outside Stripe, or by the customer's credit. It names none
 * of them, so what it says of itself counts as one payment.
 */
function settledIn(invoice: unknown, { mode }: Reading): Movement[] {
  if (textAt(invoice, 'status') !== 'paid' || isForOtherMode(invoice, mode)) return [];
  const currency = valueAt(invoice, 'currency');
  const units = (field: string) => Number(valueAt(invoice, field) ?? 0);
  const credit = Math.max(0, units('ending_balance') - units('starting_balance'));
  const amount = ifReadable(() => stripeMoney(units('amount_paid') + credit, currency));
  if (amount === undefined) return [];
  const id = textAt(invoice, 'id');
  const at = readEpochSeconds(valueAt(invoice, 'status_transitions', 'paid_at') ?? valueAt(invoice, 'created'));
  return [{ kind: 'payment', transaction: id, object: id, references: [id], amount, at }];
}

/** Many can pay by one link, so it stays open. */
async function reportOfLink(sessions: unknown, reading: Reading): Promise<Report> {
  const reports = await Promise.all(listAt(sessions, 'data').map((session) => reportOfSession(session, reading)));
  const isPending = reports.some(({ progress }) => progress === 'pending');
  return { movements: reports.flatMap(({ movements }) => movements), progress: isPending ? 'pending' : 'open' };
}

/** The charge says that something came back, so that is read even if the lookup does not ask for it. */
async function movementsOf(intent: unknown, references: readonly string[], reading: Reading): Promise<Movement[]> {
  const { ask, mode, about } = reading;
  if (isForOtherMode(intent, mode)) return [];
  const payment = await paymentOf(intent, references, ask);
  if (payment === undefined) return [];
  const charge = valueAt(intent, 'latest_charge');
  const isRefunded = about === 'refunds' || Number(valueAt(charge, 'amount_refunded')) > 0;
  const isDisputed = about === 'disputes' || valueAt(charge, 'disputed') === true;
  return [
    payment,
    ...(isRefunded ? await refundsOf(payment, ask) : []),
    ...(isDisputed ? await disputesOf(payment, ask) : []),
  ];
}

type Names = Pick<Movement, 'transaction' | 'references'>;

/** Of any other status, such as `pending` or `requires_action`, the end is open. */
const REFUND_KINDS: ReadonlyMap<string, Movement['kind']> = new Map([
  ['succeeded', 'refund'],
  ['failed', 'refund_failed'],
  ['canceled', 'refund_failed'],
]);

async function refundsOf({ transaction, references }: Names, ask: AskStripe): Promise<Movement[]> {
  const rows = listAt(await ask(`/refunds?payment_intent=${transaction}&limit=100`), 'data');
  return rows.map((row) => {
    const kind = REFUND_KINDS.get(textAt(row, 'status')) ?? REFUND_PENDING;
    return { kind, transaction, references, ...movedBy(row) };
  });
}

/** An inquiry that was closed never took money. */
const DISPUTE_ENDS: ReadonlyMap<string, Movement['kind']> = new Map([
  ['lost', 'dispute_lost'],
  ['won', 'dispute_won'],
  ['warning_closed', 'dispute_won'],
]);

async function disputesOf({ transaction, references }: Names, ask: AskStripe): Promise<Movement[]> {
  const rows = listAt(await ask(`/disputes?payment_intent=${transaction}&limit=100`), 'data');
  return rows.flatMap((row) => {
    const common = { transaction, references, ...movedBy(row) };
    const opened: Movement = { kind: 'dispute', ...common, ...(hasTaken(row) && { taken: true as const }) };
    const end = DISPUTE_ENDS.get(textAt(row, 'status'));
    return end === undefined ? [opened] : [opened, { kind: end, ...common }];
  });
}

const movedBy = (row: unknown) => ({
  object: idAt(row, 'id'),
  amount: stripeMoney(valueAt(row, 'amount'), valueAt(row, 'currency')),
  // Stripe gives the start only, not the time of the last change.
  at: readEpochSeconds(valueAt(row, 'created')),
});

/** Stripe has withdrawn the money if the dispute has moved the merchant's balance. An inquiry has not. */
function hasTaken(dispute: unknown): boolean {
  const moves = valueAt(dispute, 'balance_transactions');
  return Array.isArray(moves) && moves.some((move) => Number(valueAt(move, 'amount')) < 0);
}
