/** A passkey's authenticator in software: https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** What this test needs of CBOR: https://www.rfc-editor.org/rfc/rfc8949#section-3.1 */
function cbor(value: unknown): Buffer {
  const head = (major: number, count: number): Buffer => {
    if (count < 24) return Buffer.from([(major << 5) | count]);
    return count < 256
      ? Buffer.from([(major << 5) | 24, count])
      : Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

type Page = { rpId: string; origin: string };

type Device = {
  /** The user is there, and was verified. */
  flags?: number;
  /** Those that are copied from device to device do not. */
  counts?: boolean;
};

/** With one key. */
export function anAuthenticator(
  { rpId, origin }: Page,
  { flags = USER_PRESENT | USER_VERIFIED, counts = true }: Device = {},
) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  const dataOf = (name: string, more: number, ...rest: Uint8Array[]): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(name), Buffer.from([flags | more]), count, ...rest]);
  };
  const clientData = (type: string, challenge: string, page = origin): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: page, crossOrigin: false }));
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' } as const;
  return {
    id: named.id,
    create(challenge: string) {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.from([0, id.length]);
      const authData = dataOf(rpId, HAS_CREDENTIAL, Buffer.alloc(16), length, id, key);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        ...named,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
        },
      };
    },
    /** `user`: the id of the member. `at`: the page that asks for it. */
    get(challenge: string, user: string, at: Partial<Page> = {}) {
      if (counts) counter += 1;
      const authData = dataOf(at.rpId ?? rpId, 0);
      const client = clientData('webauthn.get', challenge, at.origin);
      return {
        ...named,
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey).toString('base64url'),
          userHandle: Buffer.from(user).toString('base64url'),
        },
      };
    },
  };
}
