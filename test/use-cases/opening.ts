/** Fake payment providers that open every order unless a test gives another answer, and a collection in memory. */
import type { Collection } from '#lib/domain/collection.ts';
import type { OpenOutcome, Order } from '#lib/domain/payment/exchange.ts';
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import type { Session } from '#lib/domain/payment/session.ts';
import type { Target } from '#lib/domain/providers/provider.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { OptionPorts } from '#lib/use-cases/create-collection.ts';
import { CREATED_AT } from '#test/support/a-collection.ts';
import { OPENED } from '#test/support/a-payment.ts';

type Method = keyof OpenedBy;
/** What a provider is asked to open. */
export type Asked = { target: Target; method: Method; order: Order; withinMs: number };
type Reply = OpenOutcome<Method>;

export const TAKEN: Reply = { kind: 'taken' };
export const DOWN: Reply = { kind: 'failed', reason: 'timeout' };

export type Desk = {
  row: Collection | undefined;
  asked: Asked[];
  /** Every attempt to save, in order. */
  saves: Parameters<OptionPorts['saveOptions']>[1][];
  ports: OptionPorts;
};

/** If `answer` gives undefined, the provider opens the session. */
export function aDesk(row: Collection, answer: (asked: Asked) => Reply | undefined = () => undefined): Desk {
  const desk: Desk = { row, asked: [], saves: [], ports: {} as OptionPorts };
  desk.ports = {
    clock: { now: () => CREATED_AT, sleep: async () => {} },
    settings: { baseUrl: 'https://collections.example' },
    openSession: async <M extends Method>(target: Target, method: M, order: Order, withinMs: number) => {
      const asked = { target, method, order, withinMs };
      desk.asked.push(asked);
      return (answer(asked) ?? { kind: 'opened', option: OPENED[method] }) as OpenOutcome<M>;
    },
    reserveSession: async (_ref, session) => reserve(desk, session),
    saveOptions: async (_ref, opened) => save(desk, opened),
    getCollection: async () => desk.row,
  };
  return desk;
}

function reserve(desk: Desk, session: Session): number | undefined {
  if (desk.row === undefined || !isPayable(desk.row.status)) return undefined;
  desk.row = { ...desk.row, sessions: [...desk.row.sessions, session] };
  return desk.row.sessions.length;
}

function save(desk: Desk, opened: Desk['saves'][number]): boolean {
  desk.saves.push(opened);
  const { row } = desk;
  if (row === undefined || desk.saves.length > 1) return false;
  desk.row = { ...row, options: opened.options, events: [...row.events, ...opened.events] };
  return true;
}
