/** The table, afterwards: as many rows of each kind as the books say, and none that waits for anything. */
import { type Books, violate } from './books.ts';
import type { Row } from './table-rows.ts';

export function checkTable(books: Books, rows: readonly Row[]): void {
  const accounts = books.accounts.map(({ id }) => `ACCOUNT#${id}#`);
  const ours = rows.filter(({ pk }) => accounts.some((account) => pk.startsWith(account)));
  const collections = ours.filter(({ sk }) => sk === 'COLLECTION');
  const payments = ours.filter(({ sk }) => sk.startsWith('PAYMENT#'));
  const contacts = ours.filter(({ sk }) => sk === 'CONTACT');
  const say = (what: string) => violate(books, `the table holds ${what}`);

  if (collections.length !== books.orders.length) say(`${collections.length} collections of ${books.orders.length}`);
  const waiting = collections.filter((row) => 'nextRunAt' in row || 'due' in row);
  if (waiting.length > 0) say(`${waiting.length} collections that wait to be woken, such as ${waiting[0]?.pk}`);
  if (payments.length !== books.payments.length) say(`${payments.length} payments of ${books.payments.length}`);
  const orphans = payments.filter((row) => row['event'] === undefined || 'ttl' in row);
  if (orphans.length > 0) say(`${orphans.length} payments that no collection counts`);
  const miscounted = collections.filter(
    ({ pk, payments: counted = 0 }) => counted !== payments.filter((row) => row.pk === pk).length,
  );
  if (miscounted.length > 0) say(`${miscounted.length} collections that count their payments wrong`);
  const [phones, emails] = ['#PHONE#', '#EMAIL#'].map((kind) => contacts.filter(({ pk }) => pk.includes(kind)).length);
  if (phones !== emails) say(`${phones} contacts by phone, ${emails} by email`);
  if (ours.some(({ sk, status }) => sk.startsWith('ATTEMPT#') && status === undefined))
    say('an attempt without a status');
}
