/** Calls Monnify's API. A login gives a token for about an hour. */
import { clock } from '#lib/clock.ts';
import { type Ask, jsonApi } from '#lib/payment/call-provider.ts';
import { type Connection, type PaymentAdapter, ProviderFailure } from '#lib/payment/port.ts';
import { modeByPrefix } from '#lib/payment/provider-values.ts';
import { maybeTextAt, textAt, valueAt } from '#lib/payment/read-answer.ts';

const TEST_KEY = /^MK_TEST_/;

/** The mode is the key's: each mode has its own host, and no answer names it. */
export const modeOf: PaymentAdapter['modeOf'] = ({ apiKey }) =>
  modeByPrefix(apiKey, { test: TEST_KEY, live: /^MK_PROD_/ });

const hostFor = ({ credentials, hosts }: Connection): string =>
  TEST_KEY.test(credentials['apiKey'] ?? '') ? (hosts.test ?? hosts.live) : hosts.live;

const isYes = (json: unknown): boolean => valueAt(json, 'requestSuccessful') === true;
const explain = (json: unknown) => ({ message: maybeTextAt(json, 'responseMessage') });

type Token = { text: string; until: number };

/** By key and secret, so new credentials have a new token. */
const tokens = new Map<string, Token>();

export const forgetTokens = (): void => tokens.clear();

/** A token is not used in its last minute, because clocks differ. */
const MARGIN_SECONDS = 60;

/** The returned `Ask` takes paths without a host, and returns `responseBody`. */
export async function logIn(connection: Connection): Promise<Ask> {
  const { apiKey = '', secretKey = '' } = connection.credentials;
  const name = `${apiKey}:${secretKey}`;
  const known = tokens.get(name);
  const isKept = known !== undefined && known.until > clock.now().getTime();
  let token = isKept ? known.text : await newToken(name, connection);
  const send: Ask = (method, path, body) =>
    jsonApi({ token, call: connection.call, isYes, explain })(method, `${hostFor(connection)}${path}`, body);
  return async (method, path, body) => {
    const answer = await send(method, path, body).catch(async (error: unknown) => {
      if (!isKept || !isUnauthorized(error) || token !== known.text) throw error;
      // Monnify may end a token early.
      token = await newToken(name, connection);
      return send(method, path, body);
    });
    return valueAt(answer, 'responseBody');
  };
}

/** Logs in, even if a token is kept. @throws ProviderFailure `unauthorized` */
async function newToken(name: string, connection: Connection): Promise<string> {
  const headers = { authorization: `Basic ${Buffer.from(name).toString('base64')}` };
  const url = `${hostFor(connection)}/api/v1/auth/login`;
  const { status, json } = await connection.call({ method: 'POST', url, headers });
  if (status >= 300 || !isYes(json)) throw new ProviderFailure('unauthorized');
  const text = textAt(json, 'responseBody', 'accessToken');
  const seconds = valueAt(json, 'responseBody', 'expiresIn');
  const kept = typeof seconds === 'number' ? Math.max(0, seconds - MARGIN_SECONDS) : 0;
  tokens.set(name, { text, until: clock.now().getTime() + kept * 1000 });
  return text;
}

const isUnauthorized = (error: unknown): boolean => error instanceof ProviderFailure && error.reason === 'unauthorized';

export async function check(connection: Connection): Promise<void> {
  const { apiKey = '', secretKey = '' } = connection.credentials;
  await newToken(`${apiKey}:${secretKey}`, connection);
}
