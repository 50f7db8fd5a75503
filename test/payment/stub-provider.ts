/**
 * An HTTP server in place of a payment provider. It returns the answers that a test sets, and records every request.
 * An HTTP server in place of KMS, and encrypted credentials that it can decrypt. It records every request.
 */
import type { IncomingMessage } from 'node:http';
import { KMSClient } from '@aws-sdk/client-kms';
import { afterAll } from 'vitest';
import { paymentParts } from '#lib/live-payments.ts';
import { CLIENT_SETTINGS, encryptionContext } from '#lib/payment/credentials.ts';
import { type Reply, startStubServer } from '#test/support/stub-server.ts';

export type Received = {
  method: string;
  /** Includes the query. */
  path: string;
  headers: IncomingMessage['headers'];
  /** The unchanged body; `fields` has the values of its JSON or form. */
  raw: string;
  fields: Record<string, unknown>;
};

export async function startStubProvider() {
  const script: { answer: (request: Received) => Reply } = { answer: () => 'drop' };
  const received: Received[] = [];
  const server = await startStubServer(({ method = '', url: path = '', headers }, raw) => {
    const request = { method, path, headers, raw, fields: readFields(headers['content-type'], raw) };
    received.push(request);
    return stub.answer(request);
  });
  const stub = Object.assign(server, script, { received });
  return stub;
}

export function readFields(type: string | undefined, raw: string): Record<string, unknown> {
  if (type === 'application/json') return JSON.parse(raw) as Record<string, unknown>;
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(raw));
  return {};
}

type Fields = { CiphertextBlob: string; EncryptionContext: Record<string, string> };

/** `values` are the stored credentials in clear, by the id of their provider. */
export async function startStubKms() {
  const values = new Map<string, string>();
  const stub = await startStubProvider();
  const secrets = { values, asked: [] as string[], isSilent: false, isDown: false };
  stub.answer = ({ headers, raw }) => {
    const { CiphertextBlob, EncryptionContext } = JSON.parse(raw) as Fields;
    const operation = String(headers['x-amz-target']).replace('TrentService.', '');
    secrets.asked.push(`${operation} ${EncryptionContext['provider']}`);
    if (secrets.isSilent) return 'silence';
    // What KMS answers must never be shown, whatever it holds.
    if (secrets.isDown) return { status: 500, body: { __type: 'KMSInternalException', message: [...values.values()] } };
    const [context, Plaintext] = JSON.parse(Buffer.from(CiphertextBlob, 'base64').toString()) as [object, string];
    if (spell(context) === spell(EncryptionContext)) return { status: 200, body: { Plaintext } };
    return { status: 400, body: { __type: 'InvalidCiphertextException' } };
  };
  const real = { ...paymentParts };
  paymentParts.kms = new KMSClient({ ...CLIENT_SETTINGS, endpoint: stub.url });
  paymentParts.getSealedCredentials = async (provider) => {
    const value = values.get(provider);
    return value === undefined ? undefined : sealed(provider, value);
  };
  afterAll(() => {
    delete paymentParts.kms;
    Object.assign(paymentParts, real);
  });
  return secrets;
}

const spell = (context: object): string => JSON.stringify(Object.entries(context).toSorted());

/** A ciphertext that the stub decrypts for this provider alone. */
export const sealed = (provider: string, value: string): Uint8Array =>
  Buffer.from(JSON.stringify([encryptionContext(provider), Buffer.from(value).toString('base64')]));
