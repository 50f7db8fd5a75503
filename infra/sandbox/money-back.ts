/** How money goes back at the sandbox provider: the next state of a refund or a dispute, or why there is none. */
import type { Money } from '#lib/domain/money.ts';
import type { DisputeStatus, RefundStatus, SandboxDispute, SandboxPayment, SandboxRefund } from './records.ts';

export type Step<Status> = { payment: SandboxPayment; id: string; amount: Money; status: Status; at: string };

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
