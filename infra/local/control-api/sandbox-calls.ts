/** `POST /_local/sandbox/payments`: pays a collection at the sandbox provider, which then calls our webhook. */
import { newTransaction } from '#infra/sandbox/checkout.ts';
import type { SandboxPayment } from '#infra/sandbox/ledger.ts';
import { merchantOf } from '#infra/sandbox/merchants.ts';
import type { Sandbox } from '#infra/sandbox/open-sandbox.ts';
import { collectionRefOf } from '#lib/domain/build-collection.ts';
import { isCurrency } from '#lib/domain/currency.ts';
import { type CollectionRef, collectionId, parseCollectionId } from '#lib/domain/ids.ts';
import { type Money, parseAmount } from '#lib/domain/money.ts';
import { parseProviderReference } from '#lib/domain/payment/session.ts';
import { getAccount } from '#lib/store/accounts.ts';
import { getCollection } from '#lib/store/collections.ts';
import type { LocalCalls } from './local-call.ts';
import { type Payable, referenceToPay, sessionToPay } from './payable.ts';
import { BadCall, plainJson, readChoice, readObject } from './plain-json.ts';

type Parts = Pick<Sandbox, 'ledger' | 'merchants' | 'webhooks'> & { now: () => Date };

type Given = Partial<Record<(typeof FIELDS)[number], unknown>>;

const FIELDS = ['collectionId', 'account', 'reference', 'amount', 'transaction', 'signature'] as const;
const TRANSACTION = /^[A-Za-z0-9._-]{1,100}$/;

export const sandboxCalls = ({ ledger, merchants, webhooks, now }: Parts): LocalCalls => ({
  'POST /_local/sandbox/payments': async ({ body }) => {
    const given = readObject(body, FIELDS);
    const amount = readAmount(given.amount);
    const transaction = readTransaction(given.transaction);
    const forged = given.signature !== undefined && readChoice('signature', given.signature, ['bad']) === 'bad';
    const payable = await findPayable(given);
    const session = sessionToPay(payable);
    if (session === undefined) throw new BadCall(`Account ${payable.account.id} has no provider of kind sandbox`);
    const { id: provider, slug } = session.provider;
    const key = merchants.keyOf(provider);
    if (key === undefined)
      throw new BadCall(`Provider ${slug} has no sandbox key; the CLI's set-credentials gives one`);
    const merchant = merchantOf(key);
    const earlier = ledger.payment(merchant, transaction);
    if (earlier !== undefined) refuseDifference({ ...earlier, ref: payable.ref }, amount);
    const reference = earlier?.reference ?? (await referenceToPay(payable, session));
    const payment = { merchant, transaction, reference, amount, paidAt: now().toISOString() };
    ledger.pay(payment, forged ? undefined : provider);
    const webhookEvent = { provider, transaction, reference };
    const status = await (forged ? webhooks.sendForged(webhookEvent) : webhooks.send(webhookEvent));
    return plainJson(200, { delivered: status >= 200 && status < 300, status, transaction });
  },
});

/** A transaction is one payment: a repeated call must name the same collection and amount. */
function refuseDifference(earlier: SandboxPayment & { ref: CollectionRef }, asked: Money): void {
  const { transaction, amount, reference, ref } = earlier;
  const paid = parseProviderReference(reference)?.ref;
  if (paid === undefined || collectionId(paid) !== collectionId(ref)) {
    throw new BadCall(`Transaction ${transaction} has paid another collection`);
  }
  if (amount.minor !== asked.minor || amount.currency !== asked.currency) {
    throw new BadCall(`Transaction ${transaction} was of another amount`);
  }
}

async function findPayable({ collectionId: id, account: owner, reference }: Given): Promise<Payable> {
  if (id !== undefined && owner === undefined && reference === undefined) {
    const ref = typeof id === 'string' ? parseCollectionId(id) : undefined;
    const [account, collection] = ref ? await Promise.all([getAccount(ref.account), getCollection(ref)]) : [];
    if (ref && account && collection) return { account, ref, collection };
    throw new BadCall('There is no collection with this collectionId');
  }
  if (id !== undefined || typeof owner !== 'string' || typeof reference !== 'string' || reference === '') {
    throw new BadCall("Give either collectionId, or account and the collection's own reference");
  }
  const account = owner === '' ? undefined : await getAccount(owner);
  if (account === undefined) throw new BadCall(`There is no account ${owner}`);
  const ref = collectionRefOf(account, reference);
  return { account, ref, collection: await getCollection(ref) };
}

function readAmount(given: unknown): Money {
  const { value, currency } = (given ?? {}) as { value?: unknown; currency?: unknown };
  if (typeof currency !== 'string' || !isCurrency(currency))
    throw new BadCall('amount.currency must be an ISO 4217 code');
  const amount = parseAmount(typeof value === 'number' ? value : Number.NaN, currency);
  if ('fault' in amount) throw new BadCall(`amount.value ${amount.message}`);
  return amount;
}

function readTransaction(given: unknown): string {
  if (given === undefined) return newTransaction();
  if (typeof given === 'string' && TRANSACTION.test(given)) return given;
  throw new BadCall('transaction must be 1 to 100 letters, digits, dots, dashes or underscores');
}
