/** Paystack. Amounts are in minor units, payments are found by our reference, the secret key signs webhooks. */
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import { type Ask, orIfUnknown, query } from '#lib/payment/call-provider.ts';
import { openBy } from '#lib/payment/open-by.ts';
import { nextPage, pageNumber, rowsByTransaction } from '#lib/payment/pages.ts';
import type { Connection, ListPage, Lookup, Movement, Order, PaymentAdapter, WebhookEvent } from '#lib/payment/port.ts';
import { idOf, isText, linkAt, listAt, maybeTextAt, readObject, valueAt } from '#lib/payment/read-answer.ts';
import { isSignedBy } from '#lib/payment/signature.ts';
import { openAccount, payByPhone, submitCode } from './account.ts';
import { disputeOf, findMovements, readById, refundOf, transactionOf } from './find.ts';
import { hasKnownUnits, modeOf, namesOf, paystackAmount, paystackApi, reportOf } from './transaction.ts';

type Listing = { movements: Movement[]; next?: string };

const PAYMENTS_PER_PAGE = 50;

/** Few, because each refund costs a request for its transaction, which alone has the reference. */
const RETURNS_PER_PAGE = 10;

function listMovements(page: ListPage, connection: Connection): Promise<Listing> {
  return page.what === 'payments' ? listPayments(page, connection) : listReturns(page, connection);
}

async function listPayments({ from, to, next }: ListPage, connection: Connection): Promise<Listing> {
  const parameters = { use_cursor: 'true', perPage: PAYMENTS_PER_PAGE, from, to, status: 'success', next };
  const answer = await paystackApi(connection)('GET', `/transaction?${query(parameters)}`);
  const rows = listAt(answer, 'data').filter((row) => hasKnownUnits(valueAt(row, 'currency')));
  const following = maybeTextAt(answer, 'meta', 'next');
  return {
    movements: rows.flatMap((row) => reportOf(row, modeOf(connection.credentials)).movements),
    ...(following !== undefined && { next: following }),
  };
}

async function listReturns({ what, from, to, next }: ListPage, connection: Connection): Promise<Listing> {
  const ask = paystackApi(connection);
  const number = pageNumber(next, 1);
  const parameters = query({ from, to, page: number, perPage: RETURNS_PER_PAGE });
  const answer = await orIfUnknown(
    ask('GET', `/${what === 'refunds' ? 'refund' : 'dispute'}?${parameters}`),
    undefined,
  );
  const rows = answer === undefined ? [] : listAt(answer, 'data');
  const known = rows.filter((row) =>
    hasKnownUnits(valueAt(row, 'currency') ?? valueAt(row, 'transaction', 'currency')),
  );
  const read = what === 'refunds' ? refundOf : disputeOf;
  const movements = (
    await Promise.all(
      rowsByTransaction(known, transactionOf).map((group) => returnsOf(group, { connection, ask, read })),
    )
  ).flat();
  return {
    movements,
    ...nextPage({ number, rows, last: valueAt(answer, 'meta', 'pageCount'), size: RETURNS_PER_PAGE }),
  };
}

type Reading = { connection: Connection; ask: Ask; read: typeof refundOf };

async function returnsOf([id, rows]: [string, unknown[]], { connection, ask, read }: Reading): Promise<Movement[]> {
  const answer = await orIfUnknown(readById(id, ask), undefined);
  if (answer === undefined) return [];
  const data = valueAt(answer, 'data');
  const { movements } = reportOf(data, modeOf(connection.credentials));
  if (movements.length === 0) return [];
  return [...movements, ...rows.flatMap((row) => read(row, namesOf(data)))];
}

function readEvent(body: string): WebhookEvent {
  const event = readObject(body);
  if (event === undefined) return { kind: 'malformed' };
  const type = valueAt(event, 'event');
  const lookup = isText(type) ? lookupOf(type, valueAt(event, 'data')) : undefined;
  return lookup === undefined ? { kind: 'other' } : { kind: 'movement', lookup };
}

function lookupOf(type: string, data: unknown): Lookup | undefined {
  if (type === 'charge.success') return named(valueAt(data, 'reference'));
  if (type.startsWith('refund.')) {
    // The documents have the first; the second is inferred from other events.
    const lookup = named(valueAt(data, 'transaction_reference') ?? valueAt(data, 'transaction', 'reference'));
    return lookup && { ...lookup, about: 'refunds' };
  }
  if (type.startsWith('charge.dispute.')) {
    const lookup = named(valueAt(data, 'transaction', 'reference'));
    const object = idOf(valueAt(data, 'id'));
    return lookup && { ...lookup, about: 'disputes', ...(object !== undefined && { object }) };
  }
  if (type !== 'bank.transfer.rejected') return undefined;
  const transaction = idOf(valueAt(data, 'bank_transfer', 'transaction_id'));
  const sent = idOf(valueAt(data, 'bank_transfer', 'amount'));
  return transaction === undefined
    ? undefined
    : { transaction, about: 'rejection', ...(sent !== undefined && { sent }) };
}

const named = (reference: unknown): Lookup | undefined => (isText(reference) ? { reference } : undefined);

const wanted = ({ reference, customer, amount }: Order) => ({
  email: customer.email,
  amount: paystackAmount(amount),
  currency: amount.currency,
  reference,
});

const openPage = async (
  order: Order,
  connection: Connection,
  channels?: string[],
): Promise<{ kind: 'opened'; option: OpenedBy['card'] }> => {
  const answer = await paystackApi(connection)('POST', '/transaction/initialize', {
    ...wanted(order),
    callback_url: order.returnUrl,
    metadata: { cancel_action: order.cancelUrl },
    ...(channels && { channels }),
  });
  // The merchant sets the page's lifetime at Paystack, and no answer contains it.
  return { kind: 'opened', option: { link: linkAt(answer, 'data', 'authorization_url'), expiresAt: order.expiresAt } };
};

/** Paystack has no request that closes a transaction: `close` is absent. */
export const adapter: PaymentAdapter = {
  open: openBy({
    checkout: (order, connection) => openPage(order, connection),
    card: (order, connection) => openPage(order, connection, ['card']),
    virtual_account: (order, connection) => openAccount(order, paystackApi(connection), wanted(order)),
    bank_transfer: (order, connection) => openAccount(order, paystackApi(connection), wanted(order)),
    mobile_money: (order, connection) => payByPhone(order, paystackApi(connection), wanted(order)),
  }),
  findMovements,
  listMovements,
  submitCode: (entered, connection) => submitCode(entered, paystackApi(connection)),
  check: async (connection) => void (await paystackApi(connection)('GET', '/transaction?perPage=1')),
  modeOf,
  readWebhookEvent: ({ body, headers }, { secretKey }) => {
    const signed = { algorithm: 'sha512', secret: secretKey, encoding: 'hex', body } as const;
    return isSignedBy(headers['x-paystack-signature'], signed) ? readEvent(body) : { kind: 'unsigned' };
  },
};
