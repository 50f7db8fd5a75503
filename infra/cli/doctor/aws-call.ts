/** What a check of `doctor` is, and how it reads from the services of AWS for which this repository has no client: one signed request (Signature Version 4) for each answer. */

import { createHash, createHmac } from 'node:crypto';
import { LambdaClient } from '@aws-sdk/client-lambda';
import type { Settings } from '#infra/cdk/settings.ts';

export type Stage = {
  name: string;
  settings: Settings;
  /** The outputs of its stacks, by name. */
  outputs: Readonly<Record<string, string>>;
};

/** Nothing is wrong if the list is empty. Each fault is a sentence, and says in another what to do. */
export type Check = { name: string; look: (stage: Stage) => Promise<string[]> };

/** `fault` if it is so. */
export const when = (isSo: boolean | undefined, fault: string): string[] => (isSo ? [fault] : []);

type Call = {
  /** The name of the service, as permissions have it. */
  service: string;
  /** Another than that of the environment. */
  region?: string;
  /** The query, for services that answer XML. */
  query?: Record<string, string>;
  /** The operation and its input, for services that answer JSON; `version` is that of the protocol. */
  json?: { target: string; version: '1.0' | '1.1'; input: object };
  /** A path to read, for services of REST. */
  path?: string;
};

/** Services that are addressed, or signed for, by another name. */
const NAMES: Readonly<Record<string, { host?: string; signing?: string }>> = {
  cloudwatch: { host: 'monitoring', signing: 'monitoring' },
  ses: { host: 'email' },
};

const LIMIT_MS = 10_000;

/** The body of the answer. @throws {Error} that has AWS's own code and message */
export async function callAws(call: Call): Promise<string> {
  const { service, query, json, path = '/' } = call;
  const { host = service, signing = service } = NAMES[service] ?? {};
  const { credentials, region: own } = new LambdaClient({}).config;
  const region = call.region ?? (await own());
  const base = process.env['AWS_ENDPOINT_URL'] ?? `https://${host}.${region}.amazonaws.com`;
  const url = new URL(path, base);
  const body = json ? JSON.stringify(json.input) : query ? new URLSearchParams(query).toString() : '';
  const headers: Record<string, string> = {
    host: url.host,
    'x-amz-date': new Date().toISOString().replace(/[-:]|\.\d+/g, ''),
    ...(json && { 'content-type': `application/x-amz-json-${json.version}`, 'x-amz-target': json.target }),
    ...(query && { 'content-type': 'application/x-www-form-urlencoded' }),
  };
  const method = json || query ? 'POST' : 'GET';
  const { accessKeyId, secretAccessKey, sessionToken } = await credentials();
  if (sessionToken) headers['x-amz-security-token'] = sessionToken;
  headers['authorization'] = sign(
    { method, path: url.pathname, headers, body },
    { accessKeyId, secretAccessKey, scope: [region, signing] },
  );
  const signal = AbortSignal.timeout(LIMIT_MS);
  const answer = await fetch(url, { method, headers, signal, ...(body && { body }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${service} answers ${answer.status}: ${messageIn(text)}`);
  return text;
}

type RequestToSign = { method: string; path: string; headers: Record<string, string>; body: string };
type Signer = { accessKeyId: string; secretAccessKey: string; scope: readonly [region: string, service: string] };

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html; none of our calls has a query in its address. */
function sign({ method, path, headers, body }: RequestToSign, { accessKeyId, secretAccessKey, scope }: Signer): string {
  const names = Object.keys(headers).toSorted();
  const listed = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const pathOnce = path.split('/').map(encodeURIComponent).join('/');
  const canonical = [method, pathOnce, '', listed, names.join(';'), sha256(body)].join('\n');
  const date = headers['x-amz-date'] ?? '';
  const parts = [date.slice(0, 8), ...scope, 'aws4_request'];
  const key = parts.reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`);
  const text = ['AWS4-HMAC-SHA256', date, parts.join('/'), sha256(canonical)].join('\n');
  const credential = `Credential=${accessKeyId}/${parts.join('/')}`;
  return `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names.join(';')}, Signature=${hmac(key, text).toString('hex')}`;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const messageIn = (text: string): string =>
  /<Message>(.*?)<\/Message>/s.exec(text)?.[1] ?? /"[mM]essage":\s*"(.*?)"/.exec(text)?.[1] ?? text.slice(0, 200);

/** The content of every element of this name, of XML without attributes. */
export const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, content = '']) => content);
