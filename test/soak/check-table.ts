/** Checks the table after the soak: as many rows of each kind as the journal has, and no collection with a next run. */
import { type Journal, violate } from './journal.ts';
import type { Row } from './table-rows.ts';

export function checkTable(journal: Journal, rows: readonly Row[]): void {
  const accounts = journal.accounts.map(({ id }) => `ACCOUNT#${id}#`);
  const ours = rows.filter(({ pk }) => accounts.some((account) => pk.startsWith(account)));
  const collections = ours.filter(({ sk }) => sk === 'COLLECTION');
  const entries = ours.filter(({ sk }) => sk.startsWith('PAYMENT#'));
  const early = ours.filter(({ sk }) => sk.startsWith('WAITING#'));
  const contacts = ours.filter(({ sk }) => sk === 'CONTACT');
  const say = (what: string) => violate(journal, `the table holds ${what}`);

  if (collections.length !== journal.orders.length)
    say(`${collections.length} collections of ${journal.orders.length}`);
  const waiting = collections.filter((row) => 'nextRunAt' in row || 'due' in row);
  if (waiting.length > 0) say(`${waiting.length} collections that still have a next run, such as ${waiting[0]?.pk}`);
  if (entries.length !== journal.payments.length)
    say(`${entries.length} entries for ${journal.payments.length} payments`);
  if (early.length > 0) say(`${early.length} payments that no collection counts`);
  const miscounted = collections.filter(({ pk, entryCount = 0, received = 0 }) => {
    const own = entries.filter((row) => row.pk === pk);
    const counting = own.filter(({ counts }) => counts);
    const sum = counting.reduce((total, { credited }) => total + Number(credited), 0);
    return entryCount !== own.length || received !== sum;
  });
  if (miscounted.length > 0) say(`${miscounted.length} collections that count their payments wrong`);
  const [phones, emails] = ['#PHONE#', '#EMAIL#'].map((kind) => contacts.filter(({ pk }) => pk.includes(kind)).length);
  if (phones !== emails) say(`${phones} contacts by phone, ${emails} by email`);
  if (ours.some(({ sk, status }) => sk.startsWith('ATTEMPT#') && status === undefined))
    say('an attempt without a status');
}
