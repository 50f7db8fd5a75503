/** Flutterwave v3. Amounts are in major units; payments are found by our reference or by Flutterwave's id. */
import { type Ask, orIfUnknown, query } from '#lib/payment/call-provider.ts';
import { openBy } from '#lib/payment/open-by.ts';
import { nextPage, pageNumber, rowsByTransaction } from '#lib/payment/pages.ts';
import type {
  Connection,
  ListPage,
  Movement,
  Order,
  PaymentAdapter,
  Webhook,
  WebhookEvent,
} from '#lib/payment/port.ts';
import { decimalOf, inMinutes, readInstant } from '#lib/payment/provider-values.ts';
import { idOf, ifReadable, isText, listAt, readObject, valueAt } from '#lib/payment/read-answer.ts';
import { isSame, isSignedBy } from '#lib/payment/signature.ts';
import { closePage, openOneTimeAccount, openPage, openVirtualAccount, payByPhone } from './accounts.ts';
import { findMovements, RETURNS, transactionOf } from './find.ts';
import { flutterwaveApi as api, flutterwaveApi, modeOf, readTransaction, reportOf } from './transaction.ts';

const PER_PAGE = 10;

/** Flutterwave takes days, not instants. Whether the last one is included is not documented, so it is the day after. */
const DAY_MINUTES = 24 * 60;

const dayOf = (instant: string): string => instant.slice(0, 10);

async function listMovements(
  { what, from, to, next }: ListPage,
  connection: Connection,
): Promise<{ movements: Movement[]; next?: string }> {
  const ask = flutterwaveApi(connection);
  const number = pageNumber(next, 1);
  const path = what === 'payments' ? '/transactions' : RETURNS[what].path;
  const parameters = { from: dayOf(from), to: dayOf(inMinutes(new Date(to), DAY_MINUTES)), page: number };
  const filter = what === 'payments' ? { ...parameters, status: 'successful' } : parameters;
  const answer = await orIfUnknown(ask('GET', `${path}?${query(filter)}`), undefined);
  const rows = answer === undefined ? [] : listAt(answer, 'data');
  const movements =
    what === 'payments' ? rows.flatMap((row) => reportOf(row).movements) : await returnedIn(rows, RETURNS[what], ask);
  const last = valueAt(answer, 'meta', 'page_info', 'total_pages');
  if (what === 'payments' && areBefore(from, rows)) return { movements };
  return { movements, ...nextPage({ number, rows, last, size: PER_PAGE }) };
}

/** Whether all that follows is older, too: the list begins at midnight, and its samples have the newest first. */
function areBefore(from: string, rows: readonly unknown[]): boolean {
  const times = rows.map((row) => ifReadable(() => readInstant(valueAt(row, 'created_at'))) ?? '');
  const isNewestFirst = times.every((time, index) => time !== '' && time <= (times[index - 1] ?? time));
  return isNewestFirst && times.length > 0 && (times.at(-1) ?? '') < from;
}

/** Rows of refunds and chargebacks have neither our reference nor a currency, so each transaction is read. */
async function returnedIn(
  rows: readonly unknown[],
  { read }: (typeof RETURNS)['refunds'],
  ask: Ask,
): Promise<Movement[]> {
  const returned = rowsByTransaction(rows, transactionOf).map(async ([id, each]) => {
    const data = await orIfUnknown(readTransaction(id, ask), undefined);
    if (data === undefined) return [];
    return [...reportOf(data).movements, ...each.flatMap((row) => read(row, data))];
  });
  return (await Promise.all(returned)).flat();
}

/** Flutterwave documents two headers: the secret hash itself, and a signature made with it. */
const isGenuine = ({ body, headers }: Webhook, secret: string | undefined): boolean =>
  isSame(headers['verif-hash'], secret) ||
  isSignedBy(headers['flutterwave-signature'], { algorithm: 'sha256', secret, encoding: 'base64', body });

/** It comes after every try, failed ones too; what happened is read again. */
function readEvent(body: string): WebhookEvent {
  const event = readObject(body);
  if (event === undefined) return { kind: 'malformed' };
  const reference = valueAt(event, 'data', 'tx_ref');
  if (valueAt(event, 'event') !== 'charge.completed' || !isText(reference)) return { kind: 'other' };
  const transaction = idOf(valueAt(event, 'data', 'id'));
  return { kind: 'movement', lookup: { reference, ...(transaction !== undefined && { transaction }) } };
}

/** The fields of every charge. `Number` is exact: a double holds every decimal of at most 15 digits. */
const charged = ({ reference, amount, customer }: Order) => ({
  tx_ref: reference,
  amount: Number(decimalOf(amount)),
  currency: amount.currency,
  email: customer.email,
});

export const adapter: PaymentAdapter = {
  // Test pages use the second domain. A page may redirect to another host of the same domain.
  open: openBy({
    checkout: (order, connection) => openPage(order, api(connection), charged(order)),
    // A merchant whose dashboard sets the payment options gets those instead.
    card: (order, connection) => openPage(order, api(connection), { ...charged(order), payment_options: 'card' }),
    virtual_account: (order, connection) => openVirtualAccount(order, api(connection), charged(order)),
    bank_transfer: (order, connection) => openOneTimeAccount(order, api(connection), charged(order)),
    mobile_money: (order, connection) => payByPhone(order, api(connection), charged(order)),
  }),
  findMovements,
  listMovements,
  close: async ({ method, key }, connection) =>
    method === 'checkout' || method === 'card' ? closePage(key, api(connection)) : 'unclosable',
  check: async (connection) => void (await api(connection)('GET', '/transactions?page=1')),
  modeOf,
  readWebhookEvent: (webhook, { secretHash }) =>
    isGenuine(webhook, secretHash) ? readEvent(webhook.body) : { kind: 'unsigned' },
};
