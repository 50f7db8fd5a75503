/** Serves the payment page over HTTP, with a collection and a provider that a test sets. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';
import { paymentPage } from '#functions/payment/payment-page.ts';
import { clock } from '#lib/clock.ts';
import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { deriveHash } from '#lib/domain/ids.ts';
import { debtsPageUrl, debtsToken } from '#lib/domain/links.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { payPageUrl } from '#lib/domain/payment/payable.ts';
import { sumOf } from '#test/pages/payment/an-entry.ts';
import { aCollection, anAccountWith } from '#test/support/a-collection.ts';
import { aService } from '#test/support/a-service.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { PAGE_PORTS } from '#test/support/page-ports.ts';

type Shown = { account: Account; collection: Collection; entries: LedgerEntry[]; debts: Collection[] };

type Served = {
  /** Shows this collection from now on, and returns the address of its page. */
  show: (
    given?: { merchant?: string; account?: Partial<Account>; entries?: LedgerEntry[] } & Partial<Collection>,
  ) => string;
  /** Shows so many debts of one person from now on, and returns the address of their page. */
  showDebts: (count: number) => string;
  /** The page to which a click on Pay leads; the provider fails when it is undefined. */
  checkout: string | undefined;
  /** The hosts that the form may lead to, in place of those of the provider's adapter. */
  hosts: string[];
};

/** Starts a server of payment pages for the tests of a file. */
export function servePages(): Served {
  const served = { hosts: [] as string[] } as Served;
  let shown: Shown;
  const page = paymentPage({
    ...aService({ clock, settings: { baseUrl: '' } }),
    getAccount: async () => shown.account,
    ...PAGE_PORTS,
    getLedger: async () => ({ waiting: [], ...shown }),
    findOpenOf: async () => [],
    getCollections: async () => shown.debts,
    reserveSession: async () => 1,
    reserveTogether: async () => 1,
    checkoutHosts: () => served.hosts,
    openSession: async () => {
      const { checkout: link } = served;
      return (
        link ? { kind: 'opened', option: { link, expiresAt: '' } } : { kind: 'failed', reason: 'timeout' }
      ) as never;
    },
  });
  const base = serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const query = Object.fromEntries(searchParams);
    const [, kind = '', token = ''] = pathname.split('/');
    const event = anApiEvent({ method: request.method ?? '', resource: `/${kind}/{token}`, query });
    const body = await text(request);
    const answer = await page({ ...event, body, pathParameters: { token } });
    response.writeHead(answer.statusCode, answer.headers as Record<string, string>).end(answer.body);
  });
  served.show = ({ merchant = 'Acme Stores', account: more = {}, entries = [], ...given } = {}) => {
    const named = { name: merchant, defaultProvider: 'stripe', ...more };
    const account = anAccountWith([{ slug: 'stripe', name: 'Stripe' }], named);
    const fixed = { account: account.id, expiresAt: '2099-03-02T09:00:00.000Z', received: sumOf(entries) };
    const collection = aCollection({ ...fixed, ...given });
    shown = { account, collection, entries, debts: [] };
    return payPageUrl(base.url, collection.ref, deriveHash(account.salt, 'pay', collection.id));
  };
  served.showDebts = (count) => {
    served.show();
    const { account, collection } = shown;
    const debt = (nth: number): Collection => {
      const ref = { ...collection.ref, hash: `${nth}`.padStart(25, '0') };
      const payable = { ...collection.payable, proof: deriveHash(account.salt, 'pay', `${nth}`) };
      const metadata = JSON.stringify({ description: nth === 1 ? 'W'.repeat(60) : `School fees, term ${nth}` });
      return { ...collection, ref, payable, metadata, dueDay: 20_000 + nth };
    };
    shown.debts = Array.from({ length: count }, (_, index) => debt(index + 1));
    const token = debtsToken({ collection, phone: phoneOf(collection.contact, account) }, account.salt);
    return debtsPageUrl(base.url, token);
  };
  return served;
}

/** Starts a server for the tests of a file, on its own port; `url` is set before they run. */
export function serve(answer: (request: IncomingMessage, response: ServerResponse) => unknown): { url: string } {
  const served = { url: '' };
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    served.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server?.close());
  return served;
}
