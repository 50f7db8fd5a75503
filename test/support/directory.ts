/** A company's directory on this machine: a real OpenID provider, whose people sign in without a form. */

import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** By their subjects. */
type People = Record<string, Record<string, unknown>>;

export type TestDirectory = Awaited<ReturnType<typeof startDirectory>>;

export const CLIENT = { clientId: 'console', clientSecret: 'a-secret-of-the-client' };

/** `returnTo`: the only address to which it sends a browser back. */
export async function startDirectory(returnTo: string) {
  const people: People = {};
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [returnTo],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'k' }] as never },
    cookies: { keys: ['for tests'] },
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...people[sub], sub }) }),
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider: own } = oidc;
      const grant = new own.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  let next = '';
  async function answer(...[request, response]: Parameters<Parameters<typeof createServer>[1] & {}>) {
    if (request.url?.startsWith('/interaction/'))
      return provider.interactionFinished(request, response, { login: { accountId: next } });
    return handle(request, response);
  }

  return {
    issuer,
    people,
    /** Who sits before each browser from now on. */
    signsIn: (subject: string): void => {
      next = subject;
    },
    /** What the browser of this person brings back from the address to which it was sent. */
    visit: async (url: string, subject: string): Promise<Record<string, string>> => {
      next = subject;
      const cookies = new Map<string, string>();
      for (let at = url; ; ) {
        const headers = { cookie: [...cookies].map((each) => each.join('=')).join('; ') };
        const response = await fetch(at, { redirect: 'manual', headers });
        for (const each of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
          cookies.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null) throw new Error(`answered ${response.status}: ${await response.text()}`);
        at = new URL(location, at).href;
        if (at.startsWith(`${returnTo}?`)) return Object.fromEntries(new URL(at).searchParams);
      }
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
