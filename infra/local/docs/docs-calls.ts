/** Serves the documentation at `/docs`: the reference, made from the contract itself, and the guides of docs/guides. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { LocalCalls } from '#infra/local/control-api/local-call.ts';
import { plainJson } from '#infra/local/control-api/plain-json.ts';
import { htmlResponse } from '#lib/http/html-page.ts';
import packageJson from '#package' with { type: 'json' };
import type { Guide } from './docs-frame.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { guidePage, titleOf } from './guide-page.ts';
import type { Described, Service } from './openapi.ts';
import { referencePage } from './reference-page.ts';

/** In the order in which they are read. */
export const GUIDES = [
  'first-payment',
  'console',
  'payments',
  'follow-up-policy',
  'webhooks',
  'finding',
  'local-testing',
  'going-live',
] as const;

const FOLDER = join(import.meta.dirname, '../../../docs/guides');

type Written = Guide & { text: string };

export const docsCalls = (service: Service): LocalCalls => ({
  'GET /docs': async () => page(referencePage({ document: await describe(), service, guides: await readGuides() })),
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
