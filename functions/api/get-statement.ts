/** GET /public/customers/{id}/statement: what a customer owed before some days, what changed it, and what is owed after them. */
import { readStatementQuery, toStatement } from '#lib/contract/statement.ts';
import { customerNotFound, invalidApiKey } from '#lib/domain/errors.ts';
import { isContactId } from '#lib/domain/ids.ts';
import { accountZones } from '#lib/domain/insights/statistics.ts';
import { statementOf } from '#lib/domain/journal/statement.ts';
import { localDay } from '#lib/domain/time/local-time.ts';
import { rangeOf } from '#lib/endpoints/insights-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { callers } from '#lib/store/account/callers.ts';
import { findByContact } from '#lib/store/collection/find.ts';
import { getLedger } from '#lib/store/ledger/ledger.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { readBooksOf } from '#lib/use-cases/read-statement.ts';

const needs = { ...service, ...storeOf(table, { ...callers, getAccount, findByContact, getLedger }) };

export const getStatement = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Statement retrieved successfully' },
    query: readStatementQuery,
    load: async ({ id, account }) => {
      if (!isContactId(id)) throw customerNotFound();
      const [owner, books] = await Promise.all([deps.getAccount(account), readBooksOf(deps, account, id)]);
      return { id, owner, ...books };
    },
    run: async ({ query, now }, { id, owner, name, entries }) => {
      if (owner === undefined) throw invalidApiKey();
      const zone = accountZones(owner).day;
      const range = rangeOf(query, localDay(zone, now.getTime()));
      const { currency: wanted } = query;
      const asked = entries.filter(({ currency }) => wanted === undefined || wanted === currency);
      return { data: toStatement({ id, name, account: owner.id, zone }, range, statementOf(asked, range, zone)) };
    },
  });

export const handler = getStatement(needs);
