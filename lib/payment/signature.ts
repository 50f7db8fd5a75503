/** Makes webhook signatures and compares them in constant time, so the time does not help to guess one. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A missing signature or an empty secret matches nothing. */
export const isSame = (given: string | undefined, expected: string | undefined): boolean =>
  given !== undefined && !!expected && timingSafeEqual(digest(given), digest(expected));

type SignedBody = {
  algorithm: 'sha256' | 'sha512';
  secret: string | undefined;
  encoding: 'hex' | 'base64';
  body: string;
};

/** Undefined without a secret; `isSame` never matches undefined. */
export const signatureOf = ({ algorithm, secret, encoding, body }: SignedBody): string | undefined =>
  secret ? createHmac(algorithm, secret).update(body).digest(encoding) : undefined;

export const isSignedBy = (given: string | undefined, signed: SignedBody): boolean =>
  isSame(given, signatureOf(signed));
