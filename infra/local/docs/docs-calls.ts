/** Serves the documentation at `/docs`: the reference, made from the contract itself, and the guides of docs/guides. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { LocalCalls } from '#infra/local/control-api/local-call.ts';
import { plainJson } from '#infra/local/control-api/local-call.ts';
import { htmlResponse } from '#lib/http/html-page.ts';
import packageJson from '#package' with { type: 'json' };
import { DOCS_STYLE, docsFrame, type Guide } from './docs-frame.ts';
import { markdown } from './markdown.ts';
import type { Described, Service } from './openapi.ts';
import { ownIds, withOwnIds } from './own-ids.ts';
import { referencePage } from './reference-page.ts';

type Shown = { guide: Guide; text: string; guides: readonly Guide[]; service: Service };

export function guidePage({ guide, text, guides, service }: Shown): string {
  const code = (block: string) => block.replace(ADDRESS, service.baseUrl).replace(KEY, () => service.apiKey);
  return docsFrame({
    title: guide.title,
    main: markdown(text.replace(TO_GUIDE, '](/docs/$1'), { code }),
    guides,
    current: guide.name,
    home: service.home,
  });
}

/** The variables, and what the guide sets them to for who reads the file itself. */
const ADDRESS = /\$BASE_URL|http:\/\/127\.0\.0\.1:3000/g;
const KEY = /\$API_KEY|ck_test_…/g;

/** How a guide links to another one, so that the link works where the files are read, too. */
const TO_GUIDE = /\]\(\.\/([a-z-]+)\.md/g;

/** The first heading. */
export const titleOf = (text: string): string => /^# (.*)$/m.exec(text)?.[1] ?? '';

/** In the order in which they are read. */
export const GUIDES = [
  'first-payment',
  'console',
  'payments',
  'follow-up-policy',
  'answers',
  'webhooks',
  'finding',
  'insights',
  'customers',
  'local-testing',
  'going-live',
] as const;

const FOLDER = join(import.meta.dirname, '../../../docs/guides');

type Written = Guide & { text: string };

/** `account`: of the reader. */
export const docsCalls = (service: Service, account: string): LocalCalls => ({
  'GET /docs': async () => {
    const html = referencePage({ document: await describe(), service, guides: await readGuides() });
    return page(withOwnIds(html, await ownIds(account)));
  },
  'GET /docs/{id}': async ({ id }) => {
    const guides = await readGuides();
    const guide = guides.find(({ name }) => name === id);
    if (guide === undefined) return plainJson(404, { error: `There is no /docs/${id}` });
    return page(guidePage({ guide, text: guide.text, guides, service }));
  },
});

/** Only when somebody reads it: no start waits for it. */
async function describe(): Promise<Described> {
  const { openApiDocument } = await import('#infra/openapi/document.ts');
  return openApiDocument(packageJson.version) as unknown as Described;
}

const readGuides = (): Promise<Written[]> =>
  Promise.all(
    GUIDES.map(async (name) => {
      const text = await readFile(join(FOLDER, `${name}.md`), 'utf8');
      return { name, title: titleOf(text), text };
    }),
  );

const page = (html: string): APIGatewayProxyResult => htmlResponse(200, { html, style: DOCS_STYLE }, randomUUID());
