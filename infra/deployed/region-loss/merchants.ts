/** Two merchants and their customers: one is live and sends, one is on trial and has a payment provider. */
import { randomBytes } from 'node:crypto';
import { callerOf } from '#infra/deployed/caller.ts';
import { waitFor } from '#infra/deployed/wait-for.ts';
import { nobodysPhone } from '#lib/domain/rehearsal.ts';
import type { Json, Operator } from './operator.ts';

type Merchant = 'shop' | 'trial';
export type Keys = Record<Merchant, string>;

/** Calls the service with the key of a merchant; resolves with the data. @throws Error when it is refused */
export type Call = (merchant: Merchant, method: string, path: string, body?: object) => Promise<Json>;

/** Opens their accounts. */
export async function openAccounts({ cli }: Operator, region: string): Promise<Keys & { idOfTrial: string }> {
  const open = async (name: Merchant, more: string): Promise<{ id: string; apiKey: string }> => {
    const { id } = await cli(`accounts create --name ${name} ${more}`, { region });
    const { apiKey } = await cli(`keys create --account=${id}`, { region });
    return { id, apiKey };
  };
  const shop = await open('shop', '');
  const trial = await open('trial', '--test');
  return { shop: shop.apiKey, trial: trial.apiKey, idOfTrial: trial.id };
}

/** `aws`: where the gateway of the Region answers, too. */
export async function callsIn(region: string, { ask }: Operator, aws: string, keys: Keys): Promise<Call> {
  const { items } = await ask('apigateway get-rest-apis', region);
  const base = `${aws}/restapis/${items[0].id}/live/_user_request_`;
  const callers = { shop: callerOf(base, keys.shop), trial: callerOf(base, keys.trial) };
  return async (merchant, method, path, body) => {
    const { status, call, text } = await callers[merchant].call(method, `/public/${path}`, body);
    if (status < 200 || status > 299) throw new Error(`${region}: ${call} was answered ${status}: ${text}`);
    return JSON.parse(text).data;
  };
}

/** Far enough from a night for two reminders: at this distance the number may be written to. */
const AWAKE_IN_MS = 6 * 60_000;

const given = new Set<string>();

/** Of somebody else each time: one person would get one message for all. */
function anotherPhone(): string {
  for (;;) {
    const { text } = nobodysPhone(randomBytes, new Date(Date.now() + AWAKE_IN_MS));
    if (given.has(text)) continue;
    given.add(text);
    return text;
  }
}

/** Its first reminder goes by email after these minutes. */
export const followed = (startAfter: number, email: string) => ({
  reference: email,
  amount: { value: 45_000, currency: 'NGN' },
  contact: {
    firstName: 'Ada',
    lastName: 'Obi',
    phone: anotherPhone(),
    email,
  },
  expiresIn: 600,
  followUp: { startAfter, cadence: 'every_1h', channels: ['email'] },
});

const MAIL_TIMEOUT_MS = 300_000;

/** How many mails the emulator has sent to an address, from all Regions. */
export async function mailsTo(address: string, aws: string): Promise<number> {
  const inbox = (await (await fetch(`${aws}/_ministack/ses/messages`)).json()) as { messages: Record<string, Json[]> };
  const mails = Object.values(inbox.messages).flat();
  return mails.filter(({ To }) => To.includes(address)).length;
}

export const waitForMail = (address: string, aws: string): Promise<number> =>
  waitFor(async () => (await mailsTo(address, aws)) || undefined, {
    timeoutMs: MAIL_TIMEOUT_MS,
    what: `no mail came to ${address}`,
  });
