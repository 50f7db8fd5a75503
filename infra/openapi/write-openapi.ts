/** Writes docs/openapi.json from the schemas; with `--check`, fails if the file is not current. */
import { readFileSync, writeFileSync } from 'node:fs';
import packageJson from '#package' with { type: 'json' };
import { openApiDocument } from './document.ts';

const FILE = new URL('../../docs/openapi.json', import.meta.url);
const current = `${JSON.stringify(openApiDocument(packageJson.version), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, current);
} else if (readFileSync(FILE, 'utf8') !== current) {
  console.error('docs/openapi.json is not what the schemas say: run `npm run openapi` and commit it.');
  process.exitCode = 1;
}
