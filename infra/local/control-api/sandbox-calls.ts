/** The calls under `/_local/sandbox/`: what happens at the sandbox provider, which then calls our webhook. */

import { newTransaction } from '#infra/sandbox/checkout.ts';
import type { OwnTransaction } from '#infra/sandbox/records.ts';
import { sessionStatus, transactionState } from '#infra/sandbox/records.ts';
import { isOwnReference } from '#infra/sandbox/transactions.ts';
import { type CollectionRef, collectionId, parseCollectionId } from '#lib/domain/ids.ts';
import { toMajor } from '#lib/domain/money.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { table } from '#lib/store/table/live-table.ts';
import type { LocalCalls } from './local-call.ts';
import { BadCall, plainJson, readObject } from './local-call.ts';
import {
  allAtSandbox,
  atSandbox,
  deliver,
  noSandbox,
  readAccount,
  readAmount,
  readYes,
  type SandboxNeeds,
  sandboxesOf,
} from './sandbox-input.ts';
import { moneyBackCalls } from './sandbox-money-back.ts';
import { paymentCalls } from './sandbox-payments.ts';

const FIELDS = ['account', 'reference', 'amount', 'paid', 'webhook'] as const;

const transactionCalls = ({ ledger, merchants, webhooks, now }: SandboxNeeds): LocalCalls => ({
  'POST /_local/sandbox/transactions': async ({ body }) => {
    const given = readObject(body, FIELDS);
    const [amount, reference] = [readAmount(given.amount), readReference(given.reference)];
    const [isPaid, isTold] = [readYes('paid', given.paid), readYes('webhook', given.webhook)];
    const account = await readAccount(given.account);
    const [sandbox] = sandboxesOf(account);
    if (sandbox === undefined) throw noSandbox(account);
    const { provider, merchant } = atSandbox(merchants, sandbox);
    const paidAt = now().toISOString();
    const wanted = { merchant, transaction: newTransaction(), reference, amount, openedAt: paidAt };
    const own = ledger.addOwn(wanted) ? wanted : ledger.ownOf(merchant, reference);
    const { transaction } = refuseDifference(own, wanted);
    const told = isPaid && isTold ? provider.id : undefined;
    if (isPaid) ledger.pay({ merchant, transaction, reference, amount, paidAt }, told);
    const webhookEvent = told === undefined ? undefined : { provider: told, transaction, reference };
    const delivery = await deliver(webhookEvent, webhooks.send);
    const state = transactionState(ledger.movedUnder(merchant, reference));
    return plainJson(200, { ...delivery, transaction, reference, state });
  },
});

/** A reference is one transaction: a repeated call must name the same amount. */
function refuseDifference(own: OwnTransaction | undefined, { reference, amount }: OwnTransaction): OwnTransaction {
  if (own === undefined) throw new BadCall(`reference ${reference} is a session of the sandbox provider`);
  if (own.amount.minor === amount.minor && own.amount.currency === amount.currency) return own;
  throw new BadCall(`The transaction ${reference} was opened with another amount`);
}

function readReference(given: unknown): string {
  if (typeof given === 'string' && isOwnReference(given)) return given;
  throw new BadCall('reference must be text of 1 to 255 characters');
}

const sessionListCalls = ({ ledger, merchants, now }: SandboxNeeds): LocalCalls => ({
  'GET /_local/sandbox/sessions': async ({ query }) => {
    const ref = readCollection(query);
    const account = await getAccount(table, ref.account);
    if (account === undefined) throw new BadCall(NO_COLLECTION);
    const prefix = sessionPrefix(ref);
    const opened = allAtSandbox(merchants, account).flatMap(({ merchant }) => ledger.sessionsWith(merchant, prefix));
    const sessions = opened.map((session) => {
      const { merchant, reference, method, amount } = session;
      const status = sessionStatus(session, ledger.paymentsOf(merchant, reference), now());
      return { reference, method, amount: { value: toMajor(amount), currency: amount.currency }, status };
    });
    return plainJson(200, { sessions });
  },
});

/** How the references of all sessions of a collection begin. */
const sessionPrefix = (ref: CollectionRef): string => `${collectionId(ref)}-`.replaceAll('_', '-');

const NO_COLLECTION = 'collection must be the id of a collection';

function readCollection(query: URLSearchParams): CollectionRef {
  const unknown = [...query.keys()].find((name) => name !== 'collection');
  if (unknown !== undefined) throw new BadCall(`Unknown parameter ${unknown}; known is collection`);
  const ref = parseCollectionId(query.get('collection') ?? '');
  if (ref === undefined) throw new BadCall(NO_COLLECTION);
  return ref;
}

export const sandboxCalls = (parts: SandboxNeeds): LocalCalls => ({
  ...paymentCalls(parts),
  ...transactionCalls(parts),
  ...moneyBackCalls(parts),
  ...sessionListCalls(parts),
});
