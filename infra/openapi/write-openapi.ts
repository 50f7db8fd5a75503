/** Writes what is made from the schemas: docs/openapi.json, the types of the client, and what the MCP server knows of it. With `--check`, fails if one is not current. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import packageJson from '#package' with { type: 'json' };
import { clientTypes } from './client-types.ts';
import { openApiDocument } from './document.ts';
import { mcpRoutes } from './mcp-routes.ts';

const document = openApiDocument(packageJson.version);
const FILES = {
  'docs/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'lib/client/description.ts': clientTypes(document),
  'lib/mcp/routes.ts': mcpRoutes(document),
};

for (const [name, current] of Object.entries(FILES)) {
  const file = new URL(`../../${name}`, import.meta.url);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, current);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== current) {
    console.error(`${name} is not what the schemas say: run \`npm run openapi\` and commit it.`);
    process.exitCode = 1;
  }
}
