/** Bodies that the served document forbids answer 400 and name the fault, for every broken keyword in every place. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, Operation } from '#test/support/api-document.ts';
import { fits } from '#test/support/documented-answers.ts';
import { sized } from '#test/support/repetitions.ts';
import { faultPaths, isAbout, seeded, useOutsider } from './outsider.ts';
import { valuesOf } from './value-of.ts';
import { type Violation, violationsOf } from './violation.ts';

const outsider = useOutsider();
const AT_ONCE = 8;
/** Of the values of each place `npm test` sends a third, beginning with another one for each operation. */
const EVERY = sized(3, 1);

const schemaOf = ({ requestBody }: Operation) => requestBody?.content['application/json'].schema ?? {};
const withBody = () => outsider.operations.filter(({ requestBody }) => requestBody !== undefined);

/** A valid body with as many optional fields as possible. */
function fullBody(operation: Operation): Json {
  const bodies = valuesOf(outsider.document, { provider: ['sandbox'] })(schemaOf(operation));
  const sampled = fc.sample(bodies, { numRuns: 300, seed: seeded(1).seed ?? 1 });
  const size = (value: Json) => JSON.stringify(value)?.match(/":/g)?.length ?? 0;
  return sampled.toSorted((one, other) => size(other) - size(one))[0] ?? {};
}

const idFor = ({ path }: Operation) => (path.includes('{') ? { id: 'whatever' } : {});

async function expectRefused(operation: Operation, { path, value }: Violation): Promise<void> {
  const told = await outsider.ask(operation, { ...idFor(operation), body: value });
  const where = `${operation.operationId} ${path}: ${JSON.stringify(value).slice(0, 1_000)} → ${JSON.stringify(told.body)}`;
  expect(told.status, where).toBe(400);
  if (told.body['code'] === 'malformed_json') return;
  expect(
    faultPaths(told).some((named) => isAbout(named, path)),
    where,
  ).toBe(true);
}

describe('a body that the document forbids', () => {
  it('every body that the document forbids answers 400 and names its fault', async () => {
    let total = 0;
    for (const [index, operation] of withBody().entries()) {
      const bodies = { valid: fullBody(operation), fits: fits(outsider.document, schemaOf(operation)) };
      const broken = violationsOf(outsider.document, schemaOf(operation), bodies);
      const asked = broken.slice(0, outsider.many(broken.length)).filter((_, at) => (at + index) % EVERY === 0);
      total += asked.length;
      for (let from = 0; from < asked.length; from += AT_ONCE) {
        await Promise.all(asked.slice(from, from + AT_ONCE).map((violation) => expectRefused(operation, violation)));
      }
    }
    // Guards against a document that forbids nothing.
    expect(total).toBeGreaterThan(outsider.many(1_500 / EVERY));
  });
});
