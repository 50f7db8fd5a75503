/** Speaks OpenID Connect with a company's directory, by a library: https://openid.net/specs/openid-connect-core-1_0.html, with PKCE (RFC 7636). */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Directory } from '#lib/domain/directory.ts';
import { directoryRefused, serviceUnavailable } from '#lib/domain/errors.ts';
import { isLoopback } from '#lib/domain/loopback.ts';

/** `secret`: none for a client that has none. `returnTo`: the address that the directory knows. */
type Client = { directory: Directory; secret: string | undefined; returnTo: string };

/** What the browser keeps until it is back; nobody else may know it. */
export type Begun = { state: string; nonce: string; verifier: string };

const TIMEOUT_SECONDS = 5;

/** Only on this machine without TLS. */
const configure = ({ directory: { issuer, clientId }, secret }: Client): Promise<Configuration> =>
  discovery(new URL(issuer), clientId, secret, secret === undefined ? None() : undefined, {
    timeout: TIMEOUT_SECONDS,
    ...(isLoopback(new URL(issuer)) && { execute: [allowInsecureRequests] }),
  });

/** @throws service_unavailable when the directory does not answer as one */
export async function beginSignIn(client: Client): Promise<Begun & { url: string }> {
  const config = await configure(client).catch(() => {
    throw serviceUnavailable();
  });
  const begun = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const url = buildAuthorizationUrl(config, {
    redirect_uri: client.returnTo,
    scope: ['openid profile email', client.directory.scope].filter(Boolean).join(' '),
    code_challenge: await calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
    state: begun.state,
    nonce: begun.nonce,
  });
  return { ...begun, url: url.href };
}

/** What the directory answered through the browser. */
export type Answered = Begun & { code: string; iss?: string | undefined };

/** The claims of who has signed in there. @throws directory_refused, and service_unavailable when the directory does not answer */
export async function finishSignIn(
  client: Client,
  { code, iss, state, nonce, verifier }: Answered,
): Promise<Readonly<Record<string, unknown>>> {
  const config = await configure(client).catch(() => {
    throw serviceUnavailable();
  });
  const back = new URL(client.returnTo);
  back.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
  try {
    const tokens = await authorizationCodeGrant(config, back, checks);
    return tokens.claims() ?? {};
  } catch (error) {
    throw isSilent(error) ? serviceUnavailable() : directoryRefused();
  }
}

/** It could not be reached, or was too slow. */
const isSilent = (error: unknown): boolean =>
  !(error instanceof Error) || !('code' in error) || error.code === 'OAUTH_TIMEOUT';
