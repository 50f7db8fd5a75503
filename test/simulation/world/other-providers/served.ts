/** Two providers that are no sandbox: each answers as its reference says, and keeps what it was asked. */
import type { Provider, ProviderRequest, Reply } from '#test/simulation/aws/provider-http.ts';

export type Served = {
  serve: Provider;
  /** What would change something there, in order. */
  asked: ProviderRequest[];
  /** The pages that it opens next. */
  page: string;
  /** What it says of a code. */
  code: 'pending' | 'send_otp' | 'failed';
  /** The payments, by their ids. */
  paid: Map<number, object>;
  /** What it answers first in place of what it would. */
  instead: Reply[];
};

export function createServed(): Served {
  const served: Served = {
    asked: [],
    page: 'https://checkout.flutterwave.com/v3/hosted/pay/1',
    code: 'pending',
    paid: new Map(),
    instead: [],
    serve(request) {
      if (request.method === 'GET') return paymentOf(served, request);
      served.asked.push(request);
      return (
        served.instead.shift() ?? (request.host === PAYSTACK ? paystack(served, request) : flutterwave(served, request))
      );
    },
  };
  return served;
}

const PAYSTACK = 'api.paystack.co';

/** Nothing was paid. */
const UNKNOWN: Reply = { status: 404, json: { status: 'error', message: 'No transaction was found for this id' } };

/** By the reference it is found in no list. */
function paymentOf({ paid }: Served, { path }: ProviderRequest): Reply {
  const data = paid.get(Number(/^\/v3\/transactions\/(\d+)\/verify$/.exec(path)?.[1]));
  return data === undefined ? UNKNOWN : ok({ status: 'success', data });
}

const ok = (json: object): Reply => ({ status: 200, json });

function flutterwave({ page }: Served, { path }: ProviderRequest): Reply {
  if (path === '/v3/payments') return ok({ status: 'success', data: { link: page } });
  if (path.startsWith('/v3/charges?type=mobile_money') || path === '/v3/charges?type=mpesa')
    return ok({ status: 'success', data: { status: 'pending' }, meta: { authorization: { mode: 'callback' } } });
  return path === '/v3/payments/link/disable' ? ok({ status: 'success' }) : UNKNOWN;
}

function paystack({ code }: Served, { path }: ProviderRequest): Reply {
  if (path === '/charge') return ok({ status: true, data: { status: 'send_otp', display_text: 'Dial *110#' } });
  return path === '/charge/submit_otp' ? ok({ status: true, data: { status: code } }) : UNKNOWN;
}

export const DUPLICATE: Reply = { status: 400, json: { status: 'error', message: 'Duplicate tx_ref' } };
/** What a provider says that cannot or will not open anything. */
export const FAILURES: readonly Reply[] = [
  { status: 500, json: {} },
  { status: 429, json: {} },
  { status: 401, json: { status: 'error', message: 'Invalid key' } },
  { status: 200, json: { status: 'error', message: 'No' } },
];
