/** The documentation as it is built into a folder, for a reader with an address and a key. */
import type { ApiDescription } from '#infra/docs/openapi.ts';
import { readGuides, siteOf } from '#infra/docs/site.ts';
import { openApiDocument } from '#infra/openapi/document.ts';

export const DOCUMENT = openApiDocument('1.0.0') as unknown as ApiDescription;
export const SERVICE = { baseUrl: 'https://api.example', apiKey: 'ck_test_mine' };

const place = { to: (page: string) => `${page || 'index'}.html`, script: 'docs.js' };

export const aSite = async (document: ApiDescription = DOCUMENT) =>
  siteOf({ document, guides: await readGuides(), service: SERVICE, place });
