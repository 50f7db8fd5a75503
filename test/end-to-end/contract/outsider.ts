/** A caller that knows only the URL of the service, two keys and `/openapi.json`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect } from 'vitest';
import { type ApiDocument, type Json, type Operation, operationsOf } from '#test/support/api-document.ts';
import { type JudgeAnswer, judgeAnswers } from '#test/support/documented-answers.ts';
import { useService } from '#test/support/service.ts';

export type Asked = {
  /** Replaces the parameter in the path. */
  id?: string;
  query?: string;
  headers?: Record<string, string>;
  /** Sent as JSON; `text` is sent unchanged. */
  body?: Json;
  text?: string;
};
export type Told = { status: number; headers: Headers; body: Record<string, Json> };

export type Outsider = {
  document: ApiDocument;
  operations: Operation[];
  baseUrl: string;
  keys: { owner: string; other: string };
  /** Scales a number of requests down for a service that starts a process for each request. */
  many(number: number): number;
  operation(method: string, path: string): Operation;
  /** Fails when the answer is a 5xx or not as documented. */
  ask(operation: Operation, asked?: Asked): Promise<Told>;
};

/** Attempts at a service that answers 503. */
const PATIENCE = 5;

/** Call it at the top level of a test file, because it registers a `beforeAll`. */
export function useOutsider(): Outsider {
  const service = useService();
  const outsider = {} as Outsider;
  let judge: JudgeAnswer;
  beforeAll(async () => {
    const document = (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as ApiDocument;
    const operations = operationsOf(document);
    judge = judgeAnswers(document);
    const { baseUrl, keys, crowd } = service;
    const many = (number: number) => Math.ceil((number * Math.min(crowd, 100)) / 100);
    const operation = (method: string, path: string) => {
      const found = operations.find((each) => each.method === method && each.path === path);
      if (found === undefined) throw new Error(`The document has no ${method} ${path}`);
      return found;
    };
    Object.assign(outsider, { document, operations, baseUrl, keys, many, operation });
  });
  outsider.ask = async ({ method, path }, { id, query = '', headers = {}, body, text } = {}) => {
    const target = `${path.replace(/\{\w+\}/, id ?? '')}${query}`;
    const content = body === undefined ? text : JSON.stringify(body);
    const request = {
      method,
      headers: {
        'x-api-key': service.keys.owner,
        ...(content !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
    };
    const answer = await patiently(() => fetch(`${service.baseUrl}${target}`, request));
    const told = await answer.text();
    const where = `${method} ${target.slice(0, 300)} ${JSON.stringify(headers)} ${content?.slice(0, 2_000)} → ${answer.status} ${told.slice(0, 1_000)}`;
    expect(answer.status, where).toBeLessThan(500);
    const faults = judge(method, target, { status: answer.status, headers: answer.headers, text: told });
    expect(faults, where).toEqual([]);
    return { status: answer.status, headers: answer.headers, body: JSON.parse(told) as Record<string, Json> };
  };
  return outsider;
}

async function patiently(call: () => Promise<Response>): Promise<Response> {
  for (let tried = 1; ; tried += 1) {
    const answer = await call();
    if (answer.status !== 503 || tried === PATIENCE) return answer;
    await sleep(Number(answer.headers.get('retry-after')) * 1000);
  }
}

/** The paths of the faults that a 400 names. */
export const faultPaths = ({ body }: Told): string[] =>
  ((body['errors'] ?? []) as { path: string }[]).map(({ path }) => path);

/** True when the named path equals the expected one, contains it or lies below it. */
export const isAbout = (named: string, expected: string): boolean =>
  expected === '' || `${named}.`.startsWith(`${expected}.`) || (named !== '' && expected.startsWith(`${named}.`));

/** `COLLECTIONS_SEED` repeats a failed run; fast-check prints its seed and the smallest failing request. */
export const seeded = (numRuns: number): { numRuns: number; seed?: number } => {
  const seed = process.env['COLLECTIONS_SEED'];
  return seed === undefined ? { numRuns } : { numRuns, seed: Number(seed) };
};
