/** Checks that an answer is exactly the expected refusal: status, envelope, headers, and no other fields. */
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { ErrorEnvelope } from '#lib/contract/envelope.ts';
import { type Answer, faultPaths } from './invoke.ts';

type Refusal = { status: number; code: string; message?: string; paths?: readonly string[]; existing?: string };

export function expectRefusal(answer: Answer, { status, code, message, paths, existing }: Refusal, why = ''): void {
  expect(z.parse(ErrorEnvelope, answer.body)).toEqual(answer.body);
  expect({ status: answer.status, code: answer.body.code }, `${why} ${answer.text}`).toEqual({ status, code });
  if (message !== undefined) expect(answer.body.message, why).toBe(message);
  expect(faultPaths(answer), why).toEqual((paths ?? []).toSorted());
  expect(answer.body.existing?.id, why).toBe(existing);
  expect(answer.headers['x-request-id'], why).toMatch(/./);
  expect(answer.headers['content-type'], why).toBe('application/json; charset=utf-8');
}

export const INVALID_KEY = { status: 401, code: 'invalid_api_key', message: 'Invalid API key' };
