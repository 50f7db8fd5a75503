/** The rules for `listMovements` of every adapter: all that has moved, page by page. */
import { beforeAll, expect, it } from 'vitest';
import type { Reply } from '#test/support/stub-server.ts';
import { adapterAtStub, allOk, answersInMemory, damagesOf, reasonOf } from './ask-adapter.ts';
import type { ListScenario, ProviderScript } from './provider-script.ts';

export const listsMovements = (script: ProviderScript): void => {
  const { name, lists, replies } = script;
  let at: Awaited<ReturnType<typeof adapterAtStub>>;

  beforeAll(async () => {
    at = await adapterAtStub(script);
  });

  const named = lists.map((list) => ({ ...list, named: `${list.page.what} after ${list.page.next ?? 'the start'}` }));

  it.each(named)(`the ${name} adapter lists $named`, async ({ page, answers, movements, next }) => {
    expect(await at.list(page, allOk(answers))).toEqual({ movements, ...(next !== undefined && { next }) });
    expect(at.asked()).toEqual(Object.keys(answers));
  });

  it.each([
    ['unauthorized', replies.unauthorized],
    ['busy', { status: 429, body: {} }],
    ['provider_error', { status: 503, text: '' }],
    ['malformed_answer', { status: 200, text: '<html>' }],
  ] as [string, Reply][])(
    `the ${name} adapter fails to list with %s instead of listing less`,
    async (reason, reply) => {
      for (const { page, answers } of lists) {
        for (const path of Object.keys(answers)) {
          expect(await at.list(page, { ...allOk(answers), [path]: reply }), path).toBe(reason);
        }
      }
    },
  );

  it(`the ${name} adapter lists nothing when the provider says that it found nothing`, async () => {
    for (const { page, answers } of lists) {
      const [first = ''] = Object.keys(answers);
      const listed = await at.list(page, { ...allOk(answers), [first]: replies.unknown });
      expect(['not_found', { movements: [] }]).toContainEqual(listed);
    }
  });

  it(`the ${name} adapter refuses a page that it has not named itself`, async () => {
    const [first] = lists.filter(({ answers }) => Object.keys(answers).length > 0) as [ListScenario];
    for (const { page } of lists.filter(({ page: { what } }) => what === 'refunds')) {
      expect(await at.list({ ...page, next: '../1' }, allOk(first.answers))).toBe('malformed_answer');
    }
  });

  it.each(named)(`the ${name} adapter lists $named or fails when any part of an answer is wrong`, async (list) => {
    const wrong: unknown[] = [];
    for (const [path, answer] of Object.entries(list.answers)) {
      for (const { what, body } of damagesOf(answer)) {
        const by = answersInMemory(script, { ...list.answers, [path]: body });
        const listed = await script.adapter.listMovements?.(list.page, by).catch(reasonOf);
        const isExpected = typeof listed === 'string' ? /^[a-z_]+$/.test(listed) : Array.isArray(listed?.movements);
        if (!isExpected) wrong.push([path, what, listed]);
      }
    }
    expect(wrong).toEqual([]);
  });
};
