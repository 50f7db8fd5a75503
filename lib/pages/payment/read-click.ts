/** Reads which way to pay a click on the payment page asks for. */
import type { PaymentView } from './payment-view.ts';
import type { WayMethod } from './ways.ts';

/** `code`: what the payer entered for the mobile money request that is open. */
export type Click = { method: WayMethod; network?: string } | { method: 'mobile_money'; code: string };

const CODE = /^[0-9a-z]{1,20}$/i;

/** Undefined when the page offers no such way, as in a final state. A form without a method is the oldest: checkout. */
export function readClick(form: URLSearchParams, { ways }: PaymentView): Click | undefined {
  const method = form.get('method') ?? 'checkout';
  const way = ways.find((each) => each.method === method);
  switch (way?.kind) {
    case 'page':
    case 'asks account':
      return { method: way.method };
    case 'asks mobile': {
      const network = form.get('network') ?? '';
      if (way.networks.length === 0) return { method: way.method };
      return way.networks.includes(network) ? { method: way.method, network } : undefined;
    }
    case 'mobile': {
      const code = (form.get('code') ?? '').replace(/[\s-]/g, '');
      return way.needsCode && CODE.test(code) ? { method: way.method, code } : undefined;
    }
    // An account is open already; the page shows it.
    case 'account':
    case undefined:
      return undefined;
  }
}
