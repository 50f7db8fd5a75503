/** Passkeys in the browser: the service makes a challenge, the device signs it, the service judges it. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { ask } from './api.ts';
import { beginAt, renew } from './session.ts';
import type { Session } from './state.ts';

/** @throws {Refusal}, and what the browser throws when nobody was verified */
export async function signInByPasskey(): Promise<void> {
  const { data: optionsJSON } = await ask<PublicKeyCredentialRequestOptionsJSON>('POST', 'console/passkeys/challenge');
  const response = await startAuthentication({ optionsJSON });
  beginAt((await ask<Session>('POST', SIGN_IN, { body: { response } })).data);
}

const SIGN_IN = 'console/passkeys/session';

/** @throws {Refusal}, and what the browser throws when nobody was verified */
export async function addPasskey(name: string): Promise<void> {
  const { data: optionsJSON } = await ask<PublicKeyCredentialCreationOptionsJSON>('POST', 'console/passkeys/options');
  const response = await startRegistration({ optionsJSON });
  await ask('POST', 'console/passkeys', { body: { name, response } });
  await renew();
}

export async function removePasskey(id: string): Promise<void> {
  await ask('DELETE', `console/passkeys/${id}`);
  await renew();
}
