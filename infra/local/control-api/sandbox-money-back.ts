/** `POST /_local/sandbox/refunds` and `/disputes`: money that was paid at the sandbox provider goes back. */
import { nextDispute, nextRefund } from '#infra/sandbox/money-back.ts';
import {
  DISPUTE_STATUSES,
  REFUND_STATUSES,
  type SandboxDispute,
  type SandboxPayment,
  type SandboxRefund,
} from '#infra/sandbox/records.ts';
import { eventOf } from '#infra/sandbox/returns.ts';
import type { Account } from '#lib/domain/account.ts';
import type { LocalCalls } from './local-call.ts';
import { BadCall, plainJson, readChoice, readObject } from './plain-json.ts';
import { readAccount, readAmount, readName, readYes } from './sandbox-input.ts';
import { findPaid } from './sandbox-providers.ts';
import { deliver, type SandboxParts } from './sandbox-webhook.ts';

const FIELDS = ['account', 'transaction', 'amount', 'status', 'id', 'webhook'] as const;

type Given = Partial<Record<(typeof FIELDS)[number], unknown>>;

export const moneyBackCalls = (parts: SandboxParts): LocalCalls => ({
  'POST /_local/sandbox/refunds': async ({ body }) => {
    const given = readObject(body, FIELDS);
    const status = readChoice('status', given.status ?? 'done', REFUND_STATUSES);
    const { provider, payment, id, ...step } = await readStep(parts, given, 'refund');
    const { refunds } = parts.ledger;
    const earlier = refunds.get(payment.merchant, id);
    const amount = step.amount ?? earlier?.amount ?? payment.amount;
    const refund = orRefuse(nextRefund(earlier, { payment, id, amount, status, at: step.at }));
    refuseExcess(parts, refund, payment);
    refunds.keep(refund, provider);
    return answer(parts, { refund: refund.id }, { kept: refund, provider });
  },

  'POST /_local/sandbox/disputes': async ({ body }) => {
    const given = readObject(body, FIELDS);
    const status = readChoice('status', given.status ?? 'opened', DISPUTE_STATUSES);
    const { provider, payment, id, ...step } = await readStep(parts, given, 'dispute');
    const { disputes } = parts.ledger;
    const earlier = disputes.get(payment.merchant, id);
    const amount = step.amount ?? earlier?.amount ?? payment.amount;
    const dispute = orRefuse(nextDispute(earlier, { payment, id, amount, status, at: step.at }));
    disputes.keep(dispute, provider);
    return answer(parts, { dispute: dispute.id }, { kept: dispute, provider });
  },
});

/** `provider` is the one whose webhook is told; undefined when none is. */
async function readStep(parts: SandboxParts, given: Given, what: 'refund' | 'dispute') {
  const amount = given.amount === undefined ? undefined : readAmount(given.amount);
  const id = readName('id', given.id);
  const isTold = readYes('webhook', given.webhook);
  if (typeof given.transaction !== 'string') throw new BadCall('transaction must be what a payment answered');
  const account = await readAccount(given.account);
  const paid = findByName(parts, account, given.transaction);
  if (paid === undefined) throw new BadCall(`No sandbox provider of the account has a payment ${given.transaction}`);
  const { payment } = paid;
  return {
    provider: isTold ? paid.provider.id : undefined,
    payment,
    id: id ?? `${payment.transaction}-${what}`,
    amount,
    at: parts.now().toISOString(),
  };
}

/** By the payment's transaction, or by the reference of the merchant's own transaction. */
const findByName = ({ ledger, merchants }: SandboxParts, account: Account, name: string) =>
  findPaid(merchants, account, (merchant) => {
    const own = ledger.ownOf(merchant, name);
    return ledger.payment(merchant, name) ?? (own && ledger.payment(merchant, own.transaction));
  });

function orRefuse<Next extends object>(next: Next | string): Next {
  if (typeof next === 'string') throw new BadCall(next);
  return next;
}

/** All refunds of a payment that are done come to no more than the payment. */
function refuseExcess({ ledger }: SandboxParts, refund: SandboxRefund, { amount, ...payment }: SandboxPayment): void {
  const others = ledger
    .movedUnder(payment.merchant, payment.reference)
    .refunds.filter(({ transaction }) => transaction === payment.transaction)
    .filter(({ id, status }) => id !== refund.id && status === 'done');
  const left = others.reduce((rest, other) => rest - other.amount.minor, amount.minor);
  if (refund.status === 'done' && refund.amount.minor > left) {
    throw new BadCall(`amount.value is more than other refunds have left of ${payment.transaction}`);
  }
}

type Kept = { kept: SandboxRefund | SandboxDispute; provider: string | undefined };

async function answer({ webhooks }: SandboxParts, named: object, { kept, provider }: Kept) {
  const delivery = await deliver(provider === undefined ? undefined : eventOf(kept, provider), webhooks.send);
  return plainJson(200, { ...delivery, ...named, transaction: kept.transaction });
}
