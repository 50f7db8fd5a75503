/** Accounts together with the texts that their merchants wrote: for what writes messages, or shows them. */
import type { Account } from '#lib/domain/account.ts';
import type { Table } from '#lib/store/table/table.ts';
import { getAccount, getBusyAccount } from './accounts.ts';

/** An account without own texts costs nothing more, and its functions do not load what reads them. */
const withTexts = (get: typeof getAccount) =>
  async function getAccountAndTexts(table: Table, id: string): Promise<Account | undefined> {
    const account = await get(table, id);
    if (account?.textVersions === undefined) return account;
    const { getTexts } = await import('#lib/store/account/texts.ts');
    return { ...account, texts: await getTexts(table, account) };
  };

export const getVoicedAccount = withTexts(getAccount);
export const getBusyVoicedAccount = withTexts(getBusyAccount);
