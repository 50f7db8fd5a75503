/** Tests that every endpoint with an id in its path must pass. */
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#infra/openapi/operations.ts';
import { invoke } from './invoke.ts';
import { expectRefusal } from './refusal.ts';
import { prepared, type Subject } from './subject.ts';

export function everyNamedThing(subject: Subject): void {
  const { handler, tenants, operation } = subject;
  const [thing, Thing] = named(operation);
  const NOT_FOUND = { status: 404, code: `${thing}_not_found`, message: `${Thing} not found` };
  const FOREIGN = { status: 403, code: `${thing}_forbidden`, message: `${Thing} belongs to different account` };

  describe('403', () => {
    it(`${operation} answers 403 for a ${thing} of another account, and neither reveals nor changes it`, async () => {
      const theirs = await prepared(subject, tenants.other);
      const answer = await invoke(handler, { ...theirs, key: tenants.mine.key });
      expectRefusal(answer, FOREIGN);
      expect(Object.keys(answer.body)).toEqual(['status', 'message', 'code']);
      expect((await invoke(handler, theirs)).status).toBe(OPERATIONS[operation].success.status);
    });
  });

  describe('404', () => {
    const malformed = ['nonsense', '', 'pay_', 'prv_1', '%20', '../accounts', '__proto__', 'x'.repeat(99), 'pay_é'];

    it.each(malformed)(`${operation} answers 404 for the malformed id %j`, async (id) => {
      expectRefusal(await invoke(handler, await prepared(subject, tenants.mine, { id })), NOT_FOUND);
    });

    it(`${operation} answers 404 for an id in upper case or with a suffix`, async () => {
      const call = await prepared(subject, tenants.mine);
      for (const id of [call.id?.toUpperCase() ?? '', `${call.id}0`, `${call.id}\n`]) {
        expectRefusal(await invoke(handler, { ...call, id }), NOT_FOUND);
      }
    });

    it(`${operation} answers 404 for an unused id of this account, of another, and of an unknown one`, async () => {
      const call = await prepared(subject, tenants.mine);
      const hash = '0'.repeat(25);
      for (const account of [tenants.mine.account.id, tenants.other.account.id, '0000000000']) {
        const id = `${call.id?.slice(0, 4)}${account}${hash}`;
        expectRefusal(await invoke(handler, { ...call, id }), NOT_FOUND);
      }
    });

    it(`${operation} answers 400 before 403 and 404`, async () => {
      const theirs = await prepared(subject, tenants.other, { key: tenants.mine.key, query: { nonsense: '1' } });
      for (const call of [theirs, { ...theirs, id: 'nonsense' }]) {
        expectRefusal(await invoke(handler, call), { status: 400, code: 'validation_failed', paths: ['nonsense'] });
      }
    });
  });
}

/** As codes spell it, and as messages do. */
function named(operation: string): [string, string] {
  if (operation.includes('provider')) return ['provider', 'Provider'];
  return /webhook|deliveries/.test(operation) ? ['webhook_endpoint', 'Webhook endpoint'] : ['collection', 'Collection'];
}
