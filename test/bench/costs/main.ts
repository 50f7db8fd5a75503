/** `npm run costs`: counts four lives, the synthesised stack and the bundles, and writes docs/operations/costs.md. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stopBenchTable, useBenchTable } from '#test/bench/bench-table.ts';
import { idleLines } from './idle.ts';
import { measureStarts } from './memory.ts';
import { costsPage } from './page.ts';

const PAGE = 'docs/operations/costs.md';

type Template = { Resources: Parameters<typeof idleLines>[0] };

async function synthesised(): Promise<Template['Resources']> {
  const { assembly } = await import('#test/infra/cdk/assembly.ts');
  const folder = await assembly();
  const templates = globSync('*.template.json', { cwd: folder });
  const named = templates.map((name) => [name, readTemplate(join(folder, name)).Resources] as const);
  return Object.fromEntries(
    named.flatMap(([name, all]) => Object.entries(all).map(([id, resource]) => [`${name}/${id}`, resource])),
  );
}

const readTemplate = (file: string): Template => JSON.parse(readFileSync(file, 'utf8')) as Template;

const table = await useBenchTable();
try {
  const { fourLives } = await import('#test/bench/life/four-lives.ts');
  const lives = await fourLives(table);
  writeFileSync(PAGE, costsPage(lives, idleLines(await synthesised()), measureStarts()));
  console.log(`wrote ${PAGE}`);
} finally {
  await stopBenchTable();
}
