/** Passkeys of members: the challenges that a browser signs, and what is kept of each passkey. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from './checked-token.ts';
import { validationFailed } from './errors.ts';
import type { Member, Passkey } from './member.ts';
import { withSession } from './member-sign-in.ts';
import { MINUTE_MS } from './time/time-units.ts';

const MAX_PASSKEYS = 10;

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 16;
const CHALLENGE_MS = 5 * MINUTE_MS;

/** To sign in, or to add a passkey to the member of this id. */
export type ChallengeUse = 'sign-in' | `add ${string}`;

/** Signed by us, so that none is stored: random bytes, until when it holds, and the HMAC of both. */
export function newChallenge(
  use: ChallengeUse,
  { checksumKey, randomBytes, now }: { checksumKey: string; randomBytes: RandomBytes; now: Date },
): Uint8Array<ArrayBuffer> {
  const until = Buffer.alloc(TIME_BYTES);
  until.writeUIntBE(now.getTime() + CHALLENGE_MS, 0, TIME_BYTES);
  const signed = Buffer.concat([randomBytes(RANDOM_BYTES), until]);
  return new Uint8Array(Buffer.concat([signed, mac(use, signed, checksumKey)]));
}

const mac = (use: ChallengeUse, signed: Uint8Array, key: string): Buffer =>
  createHmac('sha256', key).update(`passkey ${use} `).update(signed).digest().subarray(0, MAC_BYTES);

/** Whether it is one of ours for this use, in base64url, and until when it holds; undefined if not, or no longer. */
export function readChallenge(
  challenge: string,
  use: ChallengeUse,
  { checksumKeys, now }: { checksumKeys: readonly string[]; now: Date },
): { until: string } | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== RANDOM_BYTES + TIME_BYTES + MAC_BYTES) return undefined;
  const [signed, given] = [bytes.subarray(0, -MAC_BYTES), bytes.subarray(-MAC_BYTES)];
  const until = signed.readUIntBE(RANDOM_BYTES, TIME_BYTES);
  const isOurs = checksumKeys.some((key) => timingSafeEqual(given, mac(use, signed, key)));
  return isOurs && until > now.getTime() ? { until: new Date(until).toISOString() } : undefined;
}

export const passkeysOf = ({ passkeys = {} }: Pick<Member, 'passkeys'>): Readonly<Record<string, Passkey>> => passkeys;

/** Undefined if the member has none of this id. */
export const passkeyOf = (member: Pick<Member, 'passkeys'>, id: string): Passkey | undefined =>
  Object.hasOwn(passkeysOf(member), id) ? passkeysOf(member)[id] : undefined;

/** @throws validation_failed when there are too many, or when it is there */
export function withPasskey<M extends Member>(member: M, id: string, passkey: Passkey): M {
  const passkeys = passkeysOf(member);
  if (Object.hasOwn(passkeys, id)) throw validationFailed([{ path: 'passkey', message: 'is there already' }]);
  if (Object.keys(passkeys).length >= MAX_PASSKEYS)
    throw validationFailed([{ path: 'passkey', message: `cannot be added: ${MAX_PASSKEYS} are the most` }]);
  return { ...member, passkeys: { ...passkeys, [id]: passkey } };
}

/** The same member if there is no such passkey. */
export function withoutPasskey<M extends Member>(member: M, id: string): M {
  const passkeys = passkeysOf(member);
  if (!Object.hasOwn(passkeys, id)) return member;
  const { [id]: _removed, ...others } = passkeys;
  return { ...member, passkeys: others };
}

/** For who is signed out everywhere: the device may be lost. */
export const withoutPasskeys = ({ passkeys: _all, ...member }: Member): Member => member;

/** What was verified of a sign-in. `session`: the hash of the one that it starts. */
type SignedChallenge = { id: string; counter: number; challenge: string; until: string; session: string };

/** Starts the session; undefined if there is no such passkey any more, or the challenge was signed before. */
export function spendChallenge(
  member: Member,
  { id, counter, challenge, until, session }: SignedChallenge,
  now: Date,
): Member | undefined {
  const passkey = passkeyOf(member, id);
  if (passkey === undefined || Object.hasOwn(passkey.spent ?? {}, challenge)) return undefined;
  const at = now.toISOString();
  const others = Object.entries(passkey.spent ?? {}).filter(([, holdsUntil]) => holdsUntil > at);
  const spent = Object.fromEntries([...others, [challenge, until]]);
  return withSession(
    { ...member, passkeys: { ...passkeysOf(member), [id]: { ...passkey, counter, usedAt: at, spent } } },
    session,
    now,
  );
}
