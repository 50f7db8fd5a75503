/** `cli collections export` and `cli payments export`: the files they write, and what they refuse. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { creditCollection } from '#functions/api/credit-collection.ts';
import { listPayments } from '#functions/api/list-payments.ts';
import { movePayment } from '#functions/api/move-payment.ts';
import { recordPayment } from '#functions/api/record-payment.ts';
import { type Run, type Streams, UsageError } from '#infra/cli/command.ts';
import { exportTo } from '#infra/cli/commands/collections.ts';
import { exportPaymentsTo } from '#infra/cli/commands/payments.ts';
import { PaymentResponse } from '#lib/contract/payment.ts';
import { aCreatedCollection, aNewPerson } from '#test/functions/created.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';

useTable();
captureLogs();
const clock = useClock(new Date('2026-03-01T09:00:00.000Z'));

async function exported(values: Record<string, string | boolean>, command: (to: Streams) => Run = exportTo) {
  const [file, progress] = [[] as string[], [] as string[]];
  const taking = (into: string[]) => ({ write: (text: string) => into.push(text) > 0 });
  await command({ file: taking(file) as never, progress: taking(progress) })(values);
  return { lines: file.join('').split('\r\n').slice(0, -1), progress, writes: file.length };
}

describe('cli collections export', () => {
  it('an export holds every collection, newest first, page by page, with its money and its contact', async () => {
    const { account, ...tenant } = await aTenant();
    for (let n = 0; n < 101; n += 1) {
      await aCreatedCollection({ account, ...tenant }, { reference: `order-${n}` });
      clock.advance(1);
    }
    const { lines, progress, writes } = await exported({ account: account.id });
    expect(lines[0]).toBe(
      '\ufeffid,reference,status,amount,currency,received,outstanding,firstName,lastName,phone,email,createdAt,expiresAt,completedAt,dueDate,credited',
    );
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(
      Array.from({ length: 101 }, (_, n) => `order-${100 - n}`),
    );
    expect([writes, progress]).toEqual([3, ['100 collections …\r', '101 collections.\n']]);
  });

  it('an export takes the filters of the list, and dates without a time', async () => {
    const tenant = await aTenant();
    clock.now = new Date('2026-04-01T10:00:00.000Z');
    await aCreatedCollection(tenant, { reference: 'first', expiresIn: 5 });
    clock.now = new Date('2026-04-02T10:00:00.000Z');
    await aCreatedCollection(tenant, { reference: 'second' });
    const references = async (values: Record<string, string>) =>
      (await exported({ account: tenant.account.id, ...values })).lines.slice(1).map((line) => line.split(',')[1]);
    expect(await references({ from: '2026-04-02' })).toEqual(['second']);
    expect(await references({ to: '2026-04-02' })).toEqual(['first']);
    expect(await references({ status: 'expired' })).toEqual(['first']);
    expect(await references({ status: 'pending', to: '2026-04-02T00:00:00Z' })).toEqual([]);
  });

  it('what somebody typed is a text in the file, never a formula, a column or a row', async () => {
    const tenant = await aTenant();
    await aCreatedCollection(tenant, { reference: '=HYPERLINK("https://evil.example","Pay, now")' });
    const { lines } = await exported({ account: tenant.account.id });
    expect(lines[1]).toContain(`,"'=HYPERLINK(""https://evil.example"",""Pay, now"")",pending,`);
    expect(lines[1]).toMatch(/,'\+\d+,/);
  });

  it.each([
    [{ status: 'paid' }, '--status must be one of'],
    [{ from: 'yesterday' }, '--from must be an ISO 8601 instant with its time zone, such as 2026-01-31T09:00:00Z'],
    [{ from: '2026-03-02', to: '2026-03-01' }, '--to must not be before'],
    [{ json: true }, 'takes no --json'],
  ])('an export with %j is refused before anything is written', async (values, message) => {
    const { account } = await aTenant();
    const failed = exported({ account: account.id, ...values } as Record<string, string>);
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.toBeInstanceOf(UsageError);
  });
});

describe('cli payments export', () => {
  /** `paidAt`: a day of March. */
  async function book(tenant: Tenant, id: string, { paidAt, value, ...given }: { paidAt: number; value: number }) {
    const at = `2026-03-0${paidAt}T10:00:00.000Z`;
    const amount = { value, currency: 'NGN' };
    const body = { amount, method: 'cash', transaction: `t-${paidAt}`, paidAt: at, note: '=1+1', ...given };
    expect((await invoke(recordPayment(service), { method: 'POST', key: tenant.key, id, body })).status).toBe(201);
  }

  it('has what came and what went back of every collection, and no credit, in the order of the money, within the time asked for', async () => {
    clock.now = new Date('2026-03-09T09:00:00.000Z');
    const tenant = await aTenant();
    const [first, second] = [
      await aCreatedCollection(tenant),
      await aCreatedCollection(tenant, { reference: 'second' }),
    ];
    await aCreatedCollection(tenant, { reference: 'unpaid' });
    await book(tenant, first.id, { paidAt: 5, value: 1_000 });
    await book(tenant, second.id, { paidAt: 3, value: 2_000 });
    await book(tenant, first.id, { paidAt: 6, value: 400, ...{ kind: 'refund' } });
    const credit = { amount: { value: 50, currency: 'NGN' }, reason: 'discount' };
    const call = {
      method: 'POST',
      key: tenant.key,
      id: second.id,
      body: credit,
      headers: { 'Idempotency-Key': 'one' },
    };
    expect((await invoke(creditCollection(service), call)).status).toBe(201);
    const rows = async (values: Record<string, string>) =>
      (await exported({ account: tenant.account.id, ...values }, exportPaymentsTo)).lines.map((line) =>
        line.split(','),
      );
    const [head, ...all] = await rows({});
    expect(head?.slice(0, 4)).toEqual(['\ufeffpaidAt', 'kind', 'amount', 'currency']);
    expect(all.map(([at, ...row]) => [at?.slice(8, 10), ...row.slice(0, 3)])).toEqual([
      ['03', 'payment', '2000', 'NGN'],
      ['05', 'payment', '1000', 'NGN'],
      ['06', 'refund', '-400', 'NGN'],
    ]);
    expect(all[0]?.slice(4)).toEqual([
      ...['', 'true', 'partial', 'cash', '', 't-3', '2026-03-09T09:00:00.000Z', 'merchant', "'=1+1", 'second'],
      ...['Ada', 'Obi', second.id, expect.stringMatching(/^pmt_/)],
    ]);
    const days = async (values: Record<string, string>) =>
      (await rows(values)).slice(1).map(([at]) => at?.slice(8, 10));
    expect(await days({ from: '2026-03-05', to: '2026-03-06' })).toEqual(['05']);
    await expect(rows({ from: 'yesterday' })).rejects.toThrow(UsageError);
  });

  it('money that was moved has the instant of its payment and comes after it, whatever their ids are', async () => {
    clock.now = new Date('2026-03-09T09:00:00.000Z');
    const tenant = await aTenant();
    const contact = aNewPerson();
    const { id: to } = await aCreatedCollection(tenant, { reference: 'to', contact });
    const { id: from } = await aCreatedCollection(tenant, { reference: 'from', contact });
    const paid = async (paidAt: number) => {
      await book(tenant, from, { paidAt, value: 100 });
      const listed = await invoke(listPayments(service), { key: tenant.key, id: from });
      return dataOf(listed, z.array(PaymentResponse)).at(-1)?.id ?? '';
    };
    const parts = [await paid(3), await paid(4), await paid(5), await paid(6)];
    clock.advance(1);
    for (const part of parts) {
      const moved = await invoke(movePayment(service), {
        method: 'POST',
        key: tenant.key,
        id: from,
        part,
        body: { to },
      });
      expect(moved.status, moved.text).toBe(201);
    }
    const { lines } = await exported({ account: tenant.account.id }, exportPaymentsTo);
    const kinds = lines.slice(1).map((line) => line.split(',').slice(0, 3));
    expect(kinds.map(([at, kind]) => [at?.slice(8, 10), kind])).toEqual(
      ['03', '04', '05', '06'].flatMap((day) => ['payment', 'moved', 'moved'].map((kind) => [day, kind])),
    );
  });
});
