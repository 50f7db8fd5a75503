/** `POST /_local/sandbox/refunds` and `/disputes`: money that was paid at the sandbox provider goes back. */
import {
  DISPUTE_STATUSES,
  type DisputeStatus,
  REFUND_STATUSES,
  type RefundStatus,
  type SandboxDispute,
  type SandboxPayment,
  type SandboxRefund,
} from '#infra/sandbox/records.ts';
import { eventOf } from '#infra/sandbox/returns.ts';
import type { Account } from '#lib/domain/account.ts';
import type { Money } from '#lib/domain/money.ts';
import { BadCall, type LocalCalls, plainJson, readChoice, readObject } from './local-call.ts';
import { deliver, findPaid, readAccount, readAmount, readName, readYes, type SandboxNeeds } from './sandbox-input.ts';

const FIELDS = ['account', 'transaction', 'amount', 'status', 'id', 'webhook'] as const;

type MoneyBackFields = Partial<Record<(typeof FIELDS)[number], unknown>>;

export const moneyBackCalls = (parts: SandboxNeeds): LocalCalls => ({
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
async function readStep(parts: SandboxNeeds, given: MoneyBackFields, what: 'refund' | 'dispute') {
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
const findByName = ({ ledger, merchants }: SandboxNeeds, account: Account, name: string) =>
  findPaid(merchants, account, (merchant) => {
    const own = ledger.ownOf(merchant, name);
    return ledger.payment(merchant, name) ?? (own && ledger.payment(merchant, own.transaction));
  });

function orRefuse<Next extends object>(next: Next | string): Next {
  if (typeof next === 'string') throw new BadCall(next);
  return next;
}

/** All refunds of a payment that are done come to no more than the payment. */
function refuseExcess({ ledger }: SandboxNeeds, refund: SandboxRefund, { amount, ...payment }: SandboxPayment): void {
  const others = ledger
    .movedUnder(payment.merchant, payment.reference)
    .refunds.filter(({ transaction }) => transaction === payment.transaction)
    .filter(({ id, status }) => id !== refund.id && status === 'done');
  const left = others.reduce((rest, other) => rest - other.amount.minor, amount.minor);
  if (refund.status === 'done' && refund.amount.minor > left) {
    throw new BadCall(`amount.value is more than other refunds have left of ${payment.transaction}`);
  }
}

type KeptReturn = { kept: SandboxRefund | SandboxDispute; provider: string | undefined };

async function answer({ webhooks }: SandboxNeeds, named: object, { kept, provider }: KeptReturn) {
  const delivery = await deliver(provider === undefined ? undefined : eventOf(kept, provider), webhooks.send);
  return plainJson(200, { ...delivery, ...named, transaction: kept.transaction });
}

type Step<Status> = { payment: SandboxPayment; id: string; amount: Money; status: Status; at: string };

/** The same status again changes nothing. A string says what is wrong. */
export function nextRefund(earlier: SandboxRefund | undefined, step: Step<RefundStatus>): SandboxRefund | string {
  const { status, at } = step;
  const wrong = faultOf('Refund', earlier, step);
  if (wrong !== undefined) return wrong;
  if (earlier?.status === status) return earlier;
  if (earlier?.status === 'failed') return `Refund ${step.id} has failed; another refund needs another id`;
  return { ...earlier, ...baseOf(step), status, ...(status === 'done' ? { doneAt: at } : { failedAt: at }) };
}

/** A dispute that was lost can still be won. */
const ORDER: Record<DisputeStatus, number> = { opened: 0, lost: 1, won: 2 };

/** The money leaves when a dispute is lost, and is back when it is won. A string says what is wrong. */
export function nextDispute(earlier: SandboxDispute | undefined, step: Step<DisputeStatus>): SandboxDispute | string {
  const { status, at } = step;
  const wrong = faultOf('Dispute', earlier, step);
  if (wrong !== undefined) return wrong;
  if (earlier?.status === status) return earlier;
  if (earlier && ORDER[status] < ORDER[earlier.status]) return `Dispute ${step.id} is ${earlier.status} already`;
  const ended = { opened: {}, lost: { lostAt: at }, won: { wonAt: at } }[status];
  return { openedAt: at, ...earlier, ...baseOf(step), status, taken: status === 'lost', ...ended };
}

function faultOf(
  what: 'Refund' | 'Dispute',
  earlier: SandboxRefund | SandboxDispute | undefined,
  { payment, id, amount }: Step<unknown>,
): string | undefined {
  const { minor, currency } = payment.amount;
  if (amount.currency !== currency)
    return `amount.currency must be ${currency}, in which ${payment.transaction} was paid`;
  if (amount.minor > minor) return `amount.value is more than ${payment.transaction} has paid`;
  if (earlier === undefined) return undefined;
  if (earlier.transaction !== payment.transaction) return `${what} ${id} is of another transaction`;
  return earlier.amount.minor === amount.minor ? undefined : `${what} ${id} was of another amount`;
}

function baseOf({ payment, id, amount, at }: Step<unknown>) {
  const { merchant, transaction, reference } = payment;
  return { merchant, transaction, reference, id, amount, changedAt: at };
}
