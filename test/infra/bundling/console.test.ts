/** The built console: it is small, its files are named by their content, and the bundle of its function holds it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { buildSync } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { bundle } from '#infra/bundling/bundle.ts';
import { buildConsole, bundleApp } from '#infra/bundling/bundle-app.ts';
import { LANGUAGES } from '#lib/words/languages.ts';

const folder = mkdtempSync(join(tmpdir(), 'collections-console-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BUDGET_BYTES = 71_500;

/** The names of files that a text names, and of those that these import at once. */
function namedIn(
  text: string,
  files: Readonly<Record<string, { body: string }>>,
  known = new Set<string>(),
): Set<string> {
  for (const name of Object.keys(files)) {
    const isNamed = text.includes(`"console/${name}"`) || text.includes(`from"./${name}"`);
    if (!isNamed || known.has(name)) continue;
    known.add(name);
    namedIn(files[name]?.body ?? '', files, known);
  }
  return known;
}

/** Loaded when such a screen is opened. */
const screenFiles = (files: object): string[] =>
  Object.keys(files).filter((name) => /-(?:screens?|bar)-|^(?:passkeys|company)-/.test(name));

/** Loaded with a screen that has words of its own. */
const screenWords = (files: object): string[] =>
  Object.keys(files).filter((name) => /^(?:settings|developers)-[A-Z0-9]{8}\./.test(name));

/** Loaded when a language is chosen. */
const wordFiles = (files: object): string[] => Object.keys(files).filter((name) => name.startsWith('console-'));

it('what a browser loads of the console has at most 71.5 KB when it is compressed: the app, and the words of one language', () => {
  const { page, files } = buildConsole(buildSync);
  const sizeOf = (text = '') => gzipSync(text).length;
  const atFirst = [...namedIn(page, files)].reduce((sum, name) => sum + sizeOf(files[name]?.body), sizeOf(page));
  expect(wordFiles(files)).toHaveLength(LANGUAGES.length);
  for (const name of wordFiles(files)) expect(atFirst + sizeOf(files[name]?.body), name).toBeLessThan(BUDGET_BYTES);
});

it('two builds of the console are equal, and its page names every file by a relative address', () => {
  const { page, files } = buildConsole(buildSync);
  expect(buildConsole(buildSync)).toEqual({ page, files });
  const first = namedIn(page, files);
  // What a screen shares with others is a file of its own, and comes with it.
  const late = [...wordFiles(files), ...screenWords(files), ...screenFiles(files)].flatMap((name) => [
    name,
    ...namedIn(files[name]?.body ?? '', files),
  ]);
  expect(screenFiles(files).length).toBeGreaterThanOrEqual(3);
  for (const name of [...screenWords(files), ...screenFiles(files)]) expect(first).not.toContain(name);
  expect([...new Set([...first, ...late])].toSorted()).toEqual(Object.keys(files).toSorted());
  // Of what only a server has, a browser loads nothing, and shows nothing.
  for (const { body } of Object.values(files)) expect(body).not.toMatch(/from ?"node:|import ?"node:/);
  expect(page).not.toMatch(/(?:src|href)="(?:\/|http)| style=|<script>/);
});

it('the bundle of the console function serves the page, its files as immutable, and 404 for any other', async () => {
  bundle('functions/console/console-page.ts', folder);
  const { handler } = createRequire(import.meta.url)(join(folder, 'index.js'));
  const get = (file?: string): Promise<APIGatewayProxyResult> =>
    handler({
      httpMethod: 'GET',
      path: file === undefined ? '/console' : `/console/${file}`,
      pathParameters: file === undefined ? null : { file },
      requestContext: { requestId: 'request-1' },
    });
  const page = await get();
  expect(page).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'no-store' } });
  for (const [, name = ''] of page.body.matchAll(/"console\/([^"]+)"/g)) {
    const { statusCode, headers, body } = await get(name);
    expect([statusCode, headers?.['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(body.length).toBeGreaterThan(100);
  }
  for (const name of ['app.js', 'constructor', '..']) expect((await get(name)).statusCode).toBe(404);
});

it('what needs a module of Node is no app for a browser', () => {
  const app = join(folder, 'app');
  mkdirSync(app);
  writeFileSync(join(app, 'main.css'), 'p { color: red; }');
  writeFileSync(
    join(app, 'main.tsx'),
    "import './main.css';\nimport { hash } from 'node:crypto';\nconsole.log(hash('md5', ''));",
  );
  expect(() => bundleApp(app, buildSync)).toThrow('"node:crypto"');
  writeFileSync(join(app, 'main.tsx'), "import './main.css';\nconsole.log('node:crypto is a module of Node');");
  expect(bundleApp(app, buildSync).later).toEqual([]);
});
