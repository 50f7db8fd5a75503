/** The provider of a business that is paid on its pages: it does with each session what the world says. */

import { newProvider } from '#lib/domain/provider.ts';
import { getAccount, setDefaultProvider } from '#lib/store/account/accounts.ts';
import { createProvider } from '#lib/store/account/providers.ts';
import { table } from '#lib/store/table/live-table.ts';
import type { Provider, Reply } from '#test/simulation/aws/provider-http.ts';
import type { AccountFacts } from '#test/simulation/model/wire.ts';
import { accountOf } from '#test/simulation/world/own-business.ts';
import type { World } from '#test/simulation/world/world.ts';
import { type Bill, MERCHANT } from './bill.ts';

/** `elsewhere`, `unsafe`: its page is not at the hosts of the provider, or not at a safe address. `taken`: the first reference is known. */
type Mode = 'takes' | 'elsewhere' | 'unsafe' | 'declined' | 'taken';

type Order = { reference: string; amount: { minor: number; currency: string }; [name: string]: unknown };

/** `text`: what the page shows of it. */
export type TillSession = { method: string; asked: number; text: string; link: string; order: Order };

export type Till = {
  mode: Mode;
  serve: Provider;
  /** The methods of all requests for sessions. */
  asked: string[];
  opened: TillSession[];
  orderOf: (bill: Bill, session: TillSession) => object;
  /** Money that came by a session, of which no webhook tells. */
  pay: (session: TillSession, at: number) => void;
};

const refusal = (status: number, code: string): Reply => ({ status, json: { error: { code, message: code } } });

const HOSTS: Partial<Record<Mode, string>> = { elsewhere: 'https://elsewhere.example', unsafe: 'http://plain.example' };

export function createTill(): Till {
  const asked: string[] = [];
  const opened: TillSession[] = [];
  const paid = new Map<string, object>();
  const till: Till = { mode: 'takes', asked, opened, serve, orderOf, pay };

  function pay({ order: { reference, amount }, asked: minor }: TillSession, at: number): void {
    const payment = { transaction: `till_${paid.size + 1}`, reference, amount: { ...amount, minor } };
    paid.set(reference, { ...payment, paidAt: new Date(at).toISOString() });
  }

  /** All that moved under a reference. */
  function moved(reference: string): Reply {
    const payment = paid.get(reference);
    if (payment === undefined) return refusal(404, 'not_found');
    return { status: 200, json: { reference, state: 'paid', payments: [payment], refunds: [], disputes: [] } };
  }

  function serve({ method, path, body }: Parameters<Provider>[0]): Reply {
    if (path.endsWith('/close')) return { status: 200, json: {} };
    if (path.startsWith('/v1/transactions?'))
      return moved(new URLSearchParams(path.split('?')[1]).get('reference') ?? '');
    if (method !== 'POST' || path !== '/v1/sessions') return refusal(404, 'not_found');
    const order = body as Order & { method: string; expiresAt: string };
    asked.push(order.method);
    if (till.mode === 'declined') return refusal(400, 'declined');
    if (till.mode === 'taken' && asked.length === 1) return refusal(409, 'duplicate_reference');
    return { status: 201, json: open(order) };
  }

  function open(order: Order & { method: string; expiresAt: string }): object {
    const { method, reference, amount, expiresAt } = order;
    const number = String(9_000_000_001 + opened.length);
    const link = `${HOSTS[till.mode] ?? 'https://sandbox.example'}/checkout/${reference}`;
    const instructions = `Dial *${number}#`;
    const text = method === 'mobile_money' ? instructions : number;
    opened.push({ method, asked: amount.minor, text, link, order });
    return {
      reference,
      method,
      amount,
      expiresAt,
      link,
      bankAccount: { bankName: 'Till Bank', accountNumber: number, accountName: MERCHANT },
      mobileMoney: { network: 'MTN', phone: '+2348055550005', instructions },
    };
  }

  return till;
}

/** The business takes all its payments there. */
export async function openTill(world: World, key: string, { serve }: Till): Promise<AccountFacts> {
  const id = accountOf(key);
  const account = await getAccount(table, id);
  if (account === undefined) throw new Error('the business is not there');
  const provider = newProvider({ name: 'Till', slug: 'sandbox', enabled: true }, account, new Date(world.kernel.now()));
  await createProvider(table, id, provider, `till-${id}`);
  await setDefaultProvider(table, id, provider.slug);
  world.payees.set(provider.id, { account: id, secret: { secretKey: `sk_sandbox_of_${id}` }, serve });
  return { id, salt: account.salt, name: account.name, support: [], country: 'NG' };
}

/** The amount that is outstanding, for the one who owes it, under a reference of the collection and with both ways back to its page. */
function orderOf({ id, token, outstanding }: Bill, { method, order }: TillSession): object {
  const page = `https://collections.example/pay/${token}`;
  const isOurs = order.reference.startsWith(`${id.replace('_', '-')}-${method.replace('_', '-')}-`);
  return {
    ...order,
    reference: isOurs ? order.reference : `one of ${id}`,
    method,
    amount: { minor: outstanding, currency: order.amount.currency },
    business: MERCHANT,
    returnUrl: `${page}?returned=1`,
    cancelUrl: `${page}?cancelled=1`,
  };
}
