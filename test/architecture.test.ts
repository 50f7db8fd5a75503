/** The structure of the source: imports point inwards, and time and random values come from one file each. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LANGUAGES } from '#lib/words/languages.ts';

/** The client and the MCP server are packages of their own, which run at whoever calls the API. */
const BUT_PACKAGES = { exclude: ['lib/{client,mcp}/**'] };
/** Made from the description of the API. */
const BUT_MADE = { exclude: ['lib/client/description.ts', 'lib/mcp/routes.ts', 'lib/{client,mcp}/dist/**'] };

const FORBIDDEN = [
  ['lib/domain', '#lib/store/table/table.ts'],
  ['lib/domain', '#lib/clock.ts'],
  ['lib/domain', '@aws-sdk/lib-dynamodb'],
  ['lib/domain', 'zod/mini'],
  ['lib/words', '#lib/contract/payment.ts'],
  ['lib/words', '#lib/pages/short-pages.ts'],
  ['lib/contract', '#lib/http/responses.ts'],
  ['lib/contract', '#lib/store/table/table.ts'],
  ['lib/http', '#lib/store/table/table.ts'],
  ['lib/http', '#lib/contract/envelope.ts'],
  ['lib/http', '@aws-sdk/client-dynamodb'],
  ['lib/store', '#lib/http/responses.ts'],
  ['lib/store', '#functions/api/get-collection.ts'],
  ['lib/store', '../domain/ids.ts'],
  ['lib/channels', '#lib/store/table/table.ts'],
  ['lib/payment', '#lib/store/table/table.ts'],
  ['lib/payment', '@aws-sdk/client-dynamodb'],
  ['lib/store', '#lib/payment/gateway.ts'],
  ['lib/schedule', '#lib/channels/send.ts'],
  ['lib/use-cases', '#lib/store/table/table.ts'],
  ['lib/use-cases', '#lib/clock.ts'],
  ['lib/use-cases', '#lib/payment/gateway.ts'],
  ['lib/use-cases', '@aws-sdk/client-scheduler'],
  ['lib/use-cases', '#lib/pages/short-pages.ts'],
  ['lib/webhook', '#lib/store/table/table.ts'],
  ['lib/webhook', '#lib/use-cases/deliver-webhook.ts'],
  ['lib/webhook', '@aws-sdk/lib-dynamodb'],
  ['lib/store', '#lib/webhook/send.ts'],
  ['lib/use-cases', '#lib/webhook/post.ts'],
  ['lib/use-cases', '#lib/endpoints/queue-consumer.ts'],
  ['lib/channels', '#lib/webhook/send.ts'],
  ['lib/pages', '#lib/store/table/table.ts'],
  ['lib/pages', '#lib/clock.ts'],
  ['lib/domain', '#lib/pages/short-pages.ts'],
  ['lib/web/console', '#lib/store/table/table.ts'],
  ['lib/web/console', '#lib/http/responses.ts'],
  ['lib/web/console', 'zod/mini'],
  ['lib', '#lib/domain/ids.ts'],
  ['functions/api', '#infra/cdk/app.ts'],
  ['functions/api', '#functions/api/get-collection.ts'],
  ['functions/api', '@aws-sdk/client-dynamodb'],
  ['infra', '#test/support/dynamodb.ts'],
] as const;

const ALLOWED = [
  ['lib/domain', '#lib/words/languages.ts'],
  ['lib/pages', '#lib/words/languages.ts'],
  ['lib/web/console', '#lib/words/languages.ts'],
  ['lib/words', '#lib/domain/ids.ts'],
  ['lib/domain', '#lib/domain/ids.ts'],
  ['lib/contract', '#lib/domain/ids.ts'],
  ['lib/http', '#lib/clock.ts'],
  ['lib/store', '@aws-sdk/lib-dynamodb'],
  ['lib/schedule', '@aws-sdk/client-scheduler'],
  ['lib/payment', '@aws-sdk/client-kms'],
  ['lib/webhook', '@aws-sdk/client-secrets-manager'],
  ['lib/webhook', '#lib/clock.ts'],
  ['lib/use-cases', '#lib/domain/ids.ts'],
  ['lib/use-cases', '#lib/store/store.ts'],
  ['lib/use-cases', '#lib/service.ts'],
  ['lib/pages', '#lib/domain/ids.ts'],
  ['lib/web/console', '#lib/contract/payment.ts'],
  ['lib/web/console', '#lib/clock.ts'],
  ['functions/api', '#lib/store/table/table.ts'],
  ['infra', '#functions/api/get-collection.ts'],
] as const;

const mutant = ([folder]: readonly [string, string], index: number, kind: string) => `${folder}/${kind}-${index}.ts`;

/** Writes one file per import in an empty project with our linter's configuration, and answers the files it refuses. */
function refusedImports(): Set<string> {
  const root = mkdtempSync(join(tmpdir(), 'imports-'));
  copyFileSync('biome.json', join(root, 'biome.json'));
  for (const [kind, imports] of Object.entries({ forbidden: FORBIDDEN, allowed: ALLOWED })) {
    imports.forEach((entry, index) => {
      mkdirSync(join(root, entry[0]), { recursive: true });
      const source = `import { thing } from '${entry[1]}';\nexport const it = thing;\n`;
      writeFileSync(join(root, mutant(entry, index, kind)), source);
    });
  }
  const biome = join(process.cwd(), 'node_modules/.bin/biome');
  const args = ['lint', '--vcs-enabled=false', '--only=style/noRestrictedImports', '--max-diagnostics=none'];
  const { stderr, stdout } = spawnSync(biome, args, { cwd: root, encoding: 'utf8' });
  rmSync(root, { recursive: true });
  return new Set([...`${stdout}${stderr}`.matchAll(/^(\S+\.ts):\d+:\d+ lint/gm)].map(([, file]) => file ?? ''));
}

it('imports point inwards only', () => {
  const expected = FORBIDDEN.map((entry, index) => mutant(entry, index, 'forbidden'));
  expect([...refusedImports()].toSorted()).toEqual(expected.toSorted());
});

it('the words import nothing but types from other folders', () => {
  const guilty = globSync('lib/words/**/*.ts').filter((file) =>
    /^import (?!type ).* from '#(?!lib\/words\/)/m.test(readFileSync(file, 'utf8')),
  );
  expect(guilty).toEqual([]);
});

it('no code names a language or opens its folder: all ask the list', () => {
  const asked = new RegExp(`[!=]== '(?:${LANGUAGES.join('|')})'|#lib/words/(?:${LANGUAGES.join('|')})/`);
  const guilty = globSync('{functions,infra,lib}/**/*.{ts,tsx}', BUT_MADE).filter((file) =>
    asked.test(readFileSync(file, 'utf8')),
  );
  expect(guilty).toEqual([]);
});

it('no code names a channel outside of the folders of channels: all ask for its facts', () => {
  const named = /'(?:whatsapp|sms)'|channel: 'email'|channel [!=]== 'email'/;
  const guilty = globSync('{functions,infra,lib}/**/*.{ts,tsx}', BUT_MADE).filter(
    (file) => !/\/channels\//.test(file) && named.test(readFileSync(file, 'utf8')),
  );
  // Examples are of one channel or another.
  expect(guilty.filter((file) => !/^(infra\/openapi|lib\/contract)\//.test(file))).toEqual([]);
});

it('only lib/clock.ts reads the clock, and only lib/random.ts draws random values', () => {
  const ambient =
    /\bDate\.now\(|new Date\(\)|Math\.random\(|randomUUID|from 'node:crypto'.*randomBytes|{ randomBytes }|\bulid\((?!.*random\.)/;
  const guilty = globSync('{functions,lib}/**/*.ts', BUT_PACKAGES).filter((file) =>
    ambient.test(readFileSync(file, 'utf8')),
  );
  expect(guilty.toSorted()).toEqual(['lib/clock.ts', 'lib/random.ts']);
});

it('a use case takes only types from the service and the rooms that it reaches the world by', () => {
  const value = /^import (?!type ).*'#lib\/(?:service|channels|payment|schedule|store|webhook)\b/m;
  const guilty = globSync('lib/use-cases/*.ts').filter((file) => value.test(readFileSync(file, 'utf8')));
  expect(guilty).toEqual([]);
});

it('only the service reads the environment, and only its settings know the variables; the log has two of its own', () => {
  const guilty = globSync('{functions,lib}/**/*.{ts,tsx}', BUT_PACKAGES).filter((file) =>
    /process\.env/.test(readFileSync(file, 'utf8')),
  );
  expect(guilty.toSorted()).toEqual(['lib/log.ts', 'lib/service.ts']);
});

/** Code without its comments, because comments may name keys. */
const codeOf = (file: string): string => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

const KEY_FILES = globSync('lib/store/{**/keys,indexes}.ts');

/** Finds the kinds of keys that these files define, and the key attributes, in code. */
function keyText(): RegExp {
  const kinds = [...new Set(`${KEY_FILES.map(codeOf)}`.match(/\b[A-Z]{3,}(?=[#'`])/g))].join('|');
  return new RegExp(
    [
      String.raw`\b(?:${kinds})#`,
      `sk: '(?:${kinds})'|=== '(?:${kinds})'`,
      String.raw`(['"\`])(?:pk|sk|due|byContact|byStatus|ttl)\1`,
      String.raw`(?:exists|begins_with)\((?:pk|sk)|(?<!#)\b(?:pk|sk|due|byContact|byStatus) (?:=|BETWEEN|<) :|REMOVE nextRunAt`,
    ].join('|'),
  );
}

it.each([
  "pk: 'SEGMENT#00000001'",
  "sk.startsWith('ATTEMPT#')",
  "'PAYMENT#'",
  "'DUE#' + shard",
  "'ACCOUNT#' + account",
  "{ sk: 'COLLECTION' }",
  "sk === 'CONTACT'",
  "image['pk']",
  "'attribute_not_exists(pk)'",
  "'pk = :pk AND begins_with(sk, :prefix)'",
  "'due = :due'",
  "IndexName: 'due'",
  "'byStatus = :status'",
])('the pattern for keys recognises a key outside the files that define them: %s', (code) => {
  expect(code).toMatch(keyText());
});

it('only the files of keys and indexes contain keys, their attributes and the indexes', () => {
  const text = keyText();
  const guilty = globSync('{functions,lib,infra}/**/*.ts').filter((file) => text.test(codeOf(file)));
  expect(guilty.toSorted()).toEqual(KEY_FILES.toSorted());
});

it('every source file has at most 250 lines, but the texts of a language, which a translator reads in one file', () => {
  const tooLong = globSync('{functions,lib,infra}/**/*.{ts,tsx}', {
    exclude: ['lib/words/*/*', ...BUT_MADE.exclude],
  }).filter((file) => readFileSync(file, 'utf8').split('\n').length - 1 > 250);
  expect(tooLong).toEqual([]);
});
