/** `cli opt-outs`: what it refuses, and its pages. */

import { describe, expect, it } from 'vitest';
import { UsageError } from '#infra/cli/command.ts';
import { addOptOut, listOptOuts, removeOptOut } from '#infra/cli/commands/opt-outs.ts';
import { phoneAddresses } from '#lib/domain/contact.ts';
import { findReach } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { useTable } from '#test/support/dynamodb.ts';

useTable();

const pageOf = async (values: Record<string, string>) =>
  (await listOptOuts(values)).data as {
    optOuts: { channel: string; address: string; by: string }[];
    next: string | null;
  };

it('an opt-out that an operator adds holds for every spelling of the phone, is listed page by page, and can be removed', async () => {
  await addOptOut({ phone: '+52 1 55 1234 5678' });
  await addOptOut({ email: 'Ada@Example.com' });
  expect((await findReach(table, phoneAddresses('+525512345678'), new Date())).optedOut).toEqual(['whatsapp', 'sms']);
  const first = await pageOf({ limit: '2' });
  const rest = await pageOf({ limit: '2', after: String(first.next) });
  expect([...first.optOuts, ...rest.optOuts].map(({ channel, address, by }) => [channel, address, by])).toEqual([
    ['email', 'ada@example.com', 'operator'],
    ['sms', '+525512345678', 'operator'],
    ['whatsapp', '+525512345678', 'operator'],
  ]);
  expect(rest.next).toBeNull();
  await removeOptOut({ phone: '+5215512345678' });
  expect((await pageOf({})).optOuts).toHaveLength(1);
});

describe('cli opt-outs', () => {
  it.each([
    [{}, 'Give --phone or --email'],
    [{ phone: '+2348031234567', email: 'ada@example.com' }, 'Give --phone or --email'],
    [{ phone: '0803' }, '--phone must be an international number'],
    [{ email: 'ada' }, '--email must be an email address'],
  ])('cli opt-outs add and remove refuse %j', async (values, message) => {
    for (const run of [addOptOut, removeOptOut]) {
      await expect(run(values)).rejects.toThrow(UsageError);
      await expect(run(values)).rejects.toThrow(message);
    }
  });

  it.each([{ limit: '0' }, { limit: '1001' }, { limit: 'x' }, { after: 'sms' }, { after: 'fax#+1' }])(
    'cli opt-outs list refuses %j',
    async (values) => {
      await expect(listOptOuts(values as never)).rejects.toThrow(UsageError);
    },
  );
});
