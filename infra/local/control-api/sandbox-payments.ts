/** `POST /_local/sandbox/payments`: pays a collection at the sandbox provider. */
import { newTransaction } from '#infra/sandbox/checkout.ts';
import type { SandboxPayment } from '#infra/sandbox/records.ts';
import { sessionStatus } from '#infra/sandbox/records.ts';
import type { Account } from '#lib/domain/account.ts';
import { collectionRefOf } from '#lib/domain/build-collection.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { type CollectionRef, collectionId, parseCollectionId } from '#lib/domain/ids.ts';
import type { Money } from '#lib/domain/money.ts';
import { numbered, parseProviderReference, providerReference, type Session } from '#lib/domain/payment/session.ts';
import type { Provider } from '#lib/domain/providers/provider.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { announcePayment } from '#lib/store/ledger/ledger.ts';
import { reserveSession } from '#lib/store/ledger/sessions.ts';
import { table } from '#lib/store/table/live-table.ts';
import type { LocalCalls } from './local-call.ts';
import { BadCall, plainJson, readChoice, readObject } from './local-call.ts';
import {
  type AtSandbox,
  atSandbox,
  deliver,
  findPaid,
  noSandbox,
  readAccount,
  readAmount,
  readName,
  readYes,
  type SandboxNeeds,
  sandboxesOf,
  sandboxOf,
} from './sandbox-input.ts';

/** What is to be paid; `collection` is undefined when it does not exist yet. */
type Payable = { account: Account; ref: CollectionRef; collection: Collection | undefined };

/** The session to pay; without a `number` none can be paid. */
type SessionToPay = { provider: Provider; method: Session['method']; number?: number };

/** The newest open session at a sandbox provider; undefined when the account has no such provider. */
function sessionToPay(
  { account, ref, collection }: Payable,
  isOpen: (provider: Provider, reference: string) => boolean,
): SessionToPay | undefined {
  const atSandboxes = numbered(collection?.sessions ?? []).flatMap(({ provider: slug, method, number }) => {
    const provider = sandboxOf(account, slug);
    return provider ? [{ provider, method, number }] : [];
  });
  const open = atSandboxes.findLast(({ provider, method, number }) =>
    isOpen(provider, providerReference(ref, method, number)),
  );
  if (open !== undefined) return open;
  const { provider = sandboxesOf(account, collection?.provider)[0], method = 'checkout' } = atSandboxes.at(-1) ?? {};
  return provider && { provider, method };
}

/**
 * The reference to pay under. A collection without an open session gets one, as its payment page would open it. One that
 * does not exist yet, or can no longer be paid, is paid under number 0, which no session has.
 */
async function referenceToPay({ ref, collection }: Payable, session: SessionToPay): Promise<string> {
  const { method, provider } = session;
  if (session.number !== undefined) return providerReference(ref, method, session.number);
  const reserved = collection && (await reserveSession(table, collection, { method, provider: provider.slug }));
  return providerReference(ref, method, reserved ?? 0);
}

const FIELDS = ['collectionId', 'account', 'reference', 'amount', 'transaction', 'signature', 'webhook'] as const;

type PaymentFields = Partial<Record<(typeof FIELDS)[number], unknown>>;

export const paymentCalls = (parts: SandboxNeeds): LocalCalls => ({
  'POST /_local/sandbox/payments': async ({ body }) => {
    const { ledger, merchants, webhooks, now } = parts;
    const given = readObject(body, FIELDS);
    const amount = readAmount(given.amount);
    const transaction = readName('transaction', given.transaction) ?? newTransaction();
    const webhook = readWebhook(given);
    const payable = await findPayable(given);
    const earlier = findPaid(merchants, payable.account, (merchant) => ledger.payment(merchant, transaction));
    if (earlier !== undefined) refuseDifference(earlier.payment, payable.ref, amount);
    const { provider, merchant, reference } = earlier
      ? { provider: earlier.provider, ...earlier.payment }
      : await payeeOf(parts, payable);
    const payment = { merchant, transaction, reference, amount, paidAt: now().toISOString() };
    ledger.pay(payment, webhook === 'sent' ? provider.id : undefined);
    const webhookEvent = webhook === 'lost' ? undefined : { provider: provider.id, transaction, reference };
    // What its webhook says comes before its collection: the create that brings it looks for it.
    if (payable.collection === undefined && typeof given.reference === 'string')
      await announcePayment(table, payable.account.id, given.reference, now());
    const send = webhook === 'forged' ? webhooks.sendForged : webhooks.send;
    return plainJson(200, { ...(await deliver(webhookEvent, send)), transaction });
  },
});

async function payeeOf(
  { ledger, merchants, now }: SandboxNeeds,
  payable: Payable,
): Promise<AtSandbox & { reference: string }> {
  const isOpen = (provider: Provider, reference: string): boolean => {
    const { merchant } = atSandbox(merchants, provider);
    const session = ledger.sessionOf(merchant, reference);
    return session !== undefined && sessionStatus(session, ledger.paymentsOf(merchant, reference), now()) === 'open';
  };
  const session = sessionToPay(payable, isOpen);
  if (session === undefined) throw noSandbox(payable.account);
  const payee = atSandbox(merchants, session.provider);
  return { ...payee, reference: await referenceToPay(payable, session) };
}

/** A transaction is one payment: a repeated call must name the same collection and amount. */
function refuseDifference(earlier: SandboxPayment, ref: CollectionRef, asked: Money): void {
  const { transaction, amount, reference } = earlier;
  const paid = parseProviderReference(reference)?.ref;
  if (paid === undefined || collectionId(paid) !== collectionId(ref)) {
    throw new BadCall(`Transaction ${transaction} has paid another collection`);
  }
  if (amount.minor !== asked.minor || amount.currency !== asked.currency) {
    throw new BadCall(`Transaction ${transaction} was of another amount`);
  }
}

function readWebhook({ signature, webhook }: PaymentFields): 'sent' | 'forged' | 'lost' {
  const isForged = signature !== undefined && readChoice('signature', signature, ['bad']) === 'bad';
  if (readYes('webhook', webhook)) return isForged ? 'forged' : 'sent';
  if (isForged) throw new BadCall('Give either signature, or webhook: false, which sends none');
  return 'lost';
}

async function findPayable({ collectionId: id, account: owner, reference }: PaymentFields): Promise<Payable> {
  if (id !== undefined && owner === undefined && reference === undefined) return findCollection(id);
  if (id !== undefined || typeof owner !== 'string' || typeof reference !== 'string' || reference === '') {
    throw new BadCall("Give either collectionId, or account and the collection's own reference");
  }
  const account = await readAccount(owner);
  const ref = collectionRefOf(account, reference);
  return { account, ref, collection: await getCollection(table, ref) };
}

async function findCollection(id: unknown): Promise<Payable> {
  const ref = typeof id === 'string' ? parseCollectionId(id) : undefined;
  const [account, collection] = ref
    ? await Promise.all([getAccount(table, ref.account), getCollection(table, ref)])
    : [];
  if (ref && account && collection) return { account, ref, collection };
  throw new BadCall('There is no collection with this collectionId');
}
