/** Judges what a browser signed with a passkey, by a library: https://www.w3.org/TR/webauthn-3/ */
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { invalidPasskey, validationFailed } from '#lib/domain/errors.ts';
import { isLoopback } from '#lib/domain/loopback.ts';
import type { Passkey } from '#lib/domain/member.ts';

/** To which name a passkey belongs, and on which page it is used. */
export type RelyingParty = { id: string; origin: string };

/** A passkey belongs to a name and not to an address: on this machine it is `localhost`. */
export function relyingParty(baseUrl: string): RelyingParty {
  const url = new URL(baseUrl);
  if (isLoopback(url)) url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin };
}

/** `holds`: whether a challenge is one of ours. */
type Judging = { party: RelyingParty; holds: (challenge: string) => boolean };

/** What is kept of a new passkey. @throws validation_failed */
export async function judgeNewPasskey(
  response: RegistrationResponseJSON,
  { party, holds }: Judging,
): Promise<{ id: string; passkey: Pick<Passkey, 'publicKey' | 'counter'> }> {
  const refused = validationFailed([{ path: 'response', message: 'is not a passkey of this page' }]);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: holds,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
  }).catch(() => {
    throw refused;
  });
  if (!verified) throw refused;
  const { id, publicKey, counter } = registrationInfo.credential;
  return { id, passkey: { publicKey: Buffer.from(publicKey).toString('base64url'), counter } };
}

/** The counter of the passkey after it. @throws invalid_passkey */
export async function judgeSignIn(
  response: AuthenticationResponseJSON,
  { publicKey, counter }: Passkey,
  { party, holds }: Judging,
): Promise<number> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: holds,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: response.id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
  }).catch(() => {
    throw invalidPasskey();
  });
  if (!verified) throw invalidPasskey();
  return authenticationInfo.newCounter;
}
