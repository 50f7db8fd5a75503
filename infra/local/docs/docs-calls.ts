/** Serves the documentation at `/docs`, with the reader's address, key and newest ids, and calls that run here. */

import type { APIGatewayProxyResult } from 'aws-lambda';
import type { ApiDescription, Service } from '#infra/docs/openapi.ts';
import { docsScript } from '#infra/docs/script.ts';
import { readGuides, type Site, siteOf } from '#infra/docs/site.ts';
import { type LocalCalls, plainJson } from '#infra/local/control-api/local-call.ts';
import { A_COLLECTION_ID, A_PROVIDER_ID, A_WEBHOOK_ENDPOINT_ID } from '#lib/contract/described.ts';
import { collectionId } from '#lib/domain/ids.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { readListPage } from '#lib/store/list/read.ts';
import { table } from '#lib/store/table/live-table.ts';
import { getWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';
import packageJson from '#package' with { type: 'json' };

/** By the id of the example; what the account does not have yet is absent. */
type OwnIds = Readonly<Record<string, string | undefined>>;

/** The newest of each. */
async function ownIds(account: string): Promise<OwnIds> {
  const [{ hashes }, owner, endpoints] = await Promise.all([
    readListPage(table, account, 1, 1),
    getAccount(table, account),
    getWebhookEndpoints(table, account),
  ]);
  const [hash] = hashes;
  return {
    [A_COLLECTION_ID]: hash === undefined ? undefined : collectionId({ account, hash }),
    [A_PROVIDER_ID]: Object.values(owner?.providers ?? {}).at(-1)?.id,
    [A_WEBHOOK_ENDPOINT_ID]: endpoints.at(-1)?.id,
  };
}

export const withOwnIds = (html: string, ids: OwnIds): string =>
  Object.entries(ids).reduce(
    (text, [example, own]) => (own === undefined ? text : text.replaceAll(example, own)),
    html,
  );

const SCRIPT = 'docs.js';

/** `account`: of the reader. */
export function docsCalls(service: Service, account: string): LocalCalls {
  /** Only when somebody reads it: no start waits for it. */
  const site = async (): Promise<Site> => {
    const { openApiDocument } = await import('#infra/openapi/document.ts');
    const document = openApiDocument(packageJson.version) as unknown as ApiDescription;
    const to = (page: string) => (page === '' ? '/docs' : `/docs/${page}`);
    return siteOf({ document, guides: await readGuides(), service, place: { to, script: `/docs/${SCRIPT}` } });
  };
  let script: Promise<string> | undefined;
  const shown = async (name: string): Promise<APIGatewayProxyResult> => {
    const html = (await site()).pages.get(name);
    if (html === undefined) return plainJson(404, { error: `There is no /docs/${name}` });
    return answer('text/html; charset=utf-8', withOwnIds(html, await ownIds(account)));
  };
  return {
    'GET /docs': () => shown(''),
    'GET /docs/{id}': async ({ id }) => {
      if (id !== SCRIPT) return shown(id);
      script ??= site().then(({ index }) => docsScript(index));
      return answer('text/javascript; charset=utf-8', await script);
    },
  };
}

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "script-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const answer = (type: string, body: string): APIGatewayProxyResult => ({
  statusCode: 200,
  headers: {
    'content-type': type,
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  },
  body,
});
