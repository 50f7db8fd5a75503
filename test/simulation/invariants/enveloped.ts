/** Invariant 9: every answer is documented and in the envelope, also during faults. */
import * as z from 'zod/mini';
import { OPERATIONS } from '#infra/openapi/operations.ts';
import { ErrorEnvelope } from '#lib/contract/envelope.ts';
import type { Operation } from '#lib/contract/routes.ts';
import type { Invariant } from './invariant.ts';

/** The only refusals that the workload provokes. */
const REFUSALS = [400, 401, 403, 404, 409, 503];

export const enveloped: Invariant = {
  number: 9,
  name: 'every answer parses to the envelope',
  watch: (_world, violate) => ({
    answered({ asked, status, body, headers, text }) {
      const { success } = OPERATIONS[asked.operation as Operation];
      const expected = status === success.status ? success.schema : ErrorEnvelope;
      if (status !== success.status && !REFUSALS.includes(status))
        violate(`${asked.operation} answered ${status} ${text}`);
      if (!z.safeParse(expected, body).success) violate(`${asked.operation} answered ${status} ${text}`);
      if (status === 503 && headers['retry-after'] === undefined)
        violate(`${asked.operation}: 503 without Retry-After`);
      if (typeof headers['x-request-id'] !== 'string') violate(`${asked.operation}: without its request's id`);
    },
  }),
};
