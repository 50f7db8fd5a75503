/** `npm run docs [-- --out <folder>]`: writes the documentation as a folder of files, which any web server or a browser alone can show. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openApiDocument } from '#infra/openapi/document.ts';
import packageJson from '#package' with { type: 'json' };
import type { ApiDescription } from './openapi.ts';
import { docsScript } from './script.ts';
import { readGuides, siteOf } from './site.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: '.local/docs' } } });

const fileOf = (page: string): string => `${page || 'index'}.html`;

const { pages, index } = siteOf({
  document: openApiDocument(packageJson.version) as unknown as ApiDescription,
  guides: await readGuides(),
  service: { baseUrl: 'https://collections.example', apiKey: 'ck_test_…' },
  place: { to: fileOf, script: 'docs.js' },
});
rmSync(values.out, { recursive: true, force: true });
mkdirSync(values.out, { recursive: true });
for (const [name, html] of pages) writeFileSync(join(values.out, fileOf(name)), html);
writeFileSync(join(values.out, 'docs.js'), await docsScript(index));
console.log(`${pages.size} pages in ${values.out}: open ${join(values.out, 'index.html')}`);
