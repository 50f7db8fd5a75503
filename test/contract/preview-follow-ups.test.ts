/** The body of a preview is a create's body with an optional reference. */
import { expect, it } from 'vitest';
import { readCreateCollection } from '#lib/contract/create-collection.ts';
import { readPreviewFollowUps } from '#lib/contract/preview-follow-ups.ts';
import { exactJson } from '#lib/domain/exact-json.ts';
import { aCreateBody, aFullCreateBody } from '#test/support/a-create-body.ts';
import { setIn } from '#test/support/set-in.ts';
import { BAD_CREATE_BODIES } from './bad-create-bodies.ts';
import { faultLines } from './fault-lines.ts';

const wire = (body: unknown) => exactJson(JSON.stringify(body));

it('a preview is refused for the same faults as a create, in the same words', () => {
  for (const [change, to] of BAD_CREATE_BODIES) {
    if (change === 'reference' && to === undefined) continue;
    const body = wire(setIn(aFullCreateBody(), change, to));
    expect(faultLines(() => readPreviewFollowUps(body))).toEqual(faultLines(() => readCreateCollection(body)));
  }
});

it('a preview is read as a create is', () => {
  for (const body of [aCreateBody(), aFullCreateBody()]) {
    expect(readPreviewFollowUps(wire(body))).toEqual(readCreateCollection(wire(body)));
  }
});

it('a preview needs no reference', () => {
  const { reference: _left, ...body } = aCreateBody();
  expect(readPreviewFollowUps(wire(body))).toEqual(readCreateCollection(wire({ ...body, reference: 'preview' })));
});
