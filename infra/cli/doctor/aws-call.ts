/** What a check of `doctor` is, and how it reads from the services of AWS for which this repository has no client: one signed request for each answer. */

import { Sha256 } from '@aws-crypto/sha256-js';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SignatureV4 } from '@smithy/signature-v4';
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
  /** A path to read, with its query, for services of REST. */
  path?: string;
};

/** Services that are addressed, or signed for, by another name. */
const NAMES: Readonly<Record<string, { host?: string; signing?: string }>> = {
  cloudwatch: { host: 'monitoring', signing: 'monitoring' },
  ses: { host: 'email' },
};

/** IAM is one for all Regions, and answers in this one. */
const REGION_OF: Readonly<Record<string, string>> = { iam: 'us-east-1' };

const LIMIT_MS = 10_000;

/** The body of the answer. @throws {Error} that has AWS's own code and message */
export async function callAws(call: Call): Promise<string> {
  const { service, query, json, path = '/' } = call;
  const { host = service, signing = service } = NAMES[service] ?? {};
  const { credentials, region: own } = new LambdaClient({}).config;
  const region = call.region ?? REGION_OF[service] ?? (await own());
  const domain = service === 'iam' ? 'iam.amazonaws.com' : `${host}.${region}.amazonaws.com`;
  const base = process.env['AWS_ENDPOINT_URL'] ?? `https://${domain}`;
  const url = new URL(path, base);
  const body = json ? JSON.stringify(json.input) : query ? new URLSearchParams(query).toString() : '';
  const method = json || query ? 'POST' : 'GET';
  const signer = new SignatureV4({ credentials, region, service: signing, sha256: Sha256 });
  const { headers } = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: {
      host: url.host,
      ...(json && { 'content-type': `application/x-amz-json-${json.version}`, 'x-amz-target': json.target }),
      ...(query && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    body,
  });
  const signal = AbortSignal.timeout(LIMIT_MS);
  const answer = await fetch(url, { method, headers, signal, ...(body && { body }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${service} answers ${answer.status}: ${messageIn(text)}`);
  return text;
}

const messageIn = (text: string): string =>
  /<Message>(.*?)<\/Message>/s.exec(text)?.[1] ?? /"[mM]essage":\s*"(.*?)"/.exec(text)?.[1] ?? text.slice(0, 200);

/** The content of every element of this name, of XML without attributes. */
export const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, content = '']) => content);
