/** How a judged call ended, by its answer: refusals are bad, too, as nothing else would tell of a release that refuses everything. */

import middy from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { expect, it } from 'vitest';
import { invalidApiKey } from '#lib/domain/errors.ts';
import type { HttpEvent } from '#lib/http/request.ts';
import { errorEnvelope, judgesAnswers } from '#lib/http/responses.ts';

it.each([
  [201, undefined, 'good'],
  [303, undefined, 'good'],
  [400, undefined, 'bad'],
  [0, invalidApiKey(), 'bad'],
  [0, new TypeError('a bug'), 'bad'],
] as const)('an answer of %d, or a refusal by %s, is %s', async (statusCode, error, outcome) => {
  const judged: string[] = [];
  const nothing = () => {};
  const log = { write: nothing, count: nothing, fault: nothing, judge: (ending: string) => void judged.push(ending) };
  const handler = middy<HttpEvent, APIGatewayProxyResult>()
    .use(judgesAnswers(log))
    .use(errorEnvelope(log))
    .handler(async () => {
      if (error !== undefined) throw error;
      return { statusCode, body: '' };
    });
  await handler({ headers: {}, requestContext: { requestId: 'r' } } as HttpEvent, {} as never);
  expect(judged).toEqual([outcome]);
});
