/** Builds an adapter's `open` from one function for each method that the provider supports. */
import { cutText } from '#lib/domain/message/clean-text.ts';
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import { type Connection, type OpenAnswer, type Order, type PaymentAdapter, ProviderFailure } from './port.ts';

type Opener<Method extends keyof OpenedBy> = (order: Order, connection: Connection) => Promise<OpenAnswer<Method>>;

export type Openers = { [Method in keyof OpenedBy]?: Opener<Method> };

/** The failure `taken` (the reference has been used) becomes a result here. */
export const openBy =
  (openers: Openers): PaymentAdapter['open'] =>
  async <Method extends keyof OpenedBy>(method: Method, order: Order, connection: Connection) => {
    const opener = openers[method] as Opener<Method> | undefined;
    if (opener === undefined) throw new ProviderFailure('unsupported_method');
    try {
      return await opener({ ...order, description: cutText(order.description, MAX_DESCRIPTION, '...') }, connection);
    } catch (error) {
      if (error instanceof ProviderFailure && error.reason === 'taken') return TAKEN as OpenAnswer<Method>;
      throw error;
    }
  };

/** In characters. The providers' limits are unconfirmed; this length fits on any page. */
const MAX_DESCRIPTION = 120;

const TAKEN = { kind: 'taken' };
