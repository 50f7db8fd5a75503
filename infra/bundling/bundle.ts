/** Bundles one function, in two steps: `index.js`, and beside it the files that it loads when it first needs them. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type BuildOptions, buildSync, type Metafile } from 'esbuild';
import { CONSOLE_FILE } from '#lib/web/console/assets.ts';
import { buildConsole } from './bundle-app.ts';

/** The file that phone-numbers.ts requires with the first number, in each bundle that reads numbers. */
const PHONE_LIBRARY = 'phone-library.js';

/**
 * First ES modules, because esbuild splits no other format. What the code imports by `import()` becomes a file of its own, and
 * what two files share becomes a third, so that each module still exists once.
 */
export const BUNDLE_OPTIONS = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  splitting: true,
  target: 'node24',
  minify: true,
  // `module` first, so that the SDK's ES sources are tree-shaken.
  mainFields: ['module', 'main'],
  alias: {
    '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'lambda-credentials.ts'),
    '@smithy/core/event-streams': join(import.meta.dirname, 'event-streams.ts'),
    'libphonenumber-js/min': join(import.meta.dirname, 'phone-numbers.ts'),
    'libphonenumber-js/metadata.min.json': createRequire(import.meta.url).resolve(
      'libphonenumber-js/metadata.min.json',
    ),
  },
  loader: { '.min.json': 'file' },
  // The SDK imports it only in browsers, but esbuild makes a file for each `import()`, used or not.
  external: ['bowser', `./${PHONE_LIBRARY}`],
} as const satisfies BuildOptions;

/**
 * Then CommonJS, file by file: ES modules load all their imports of `node:` modules at once, which costs a cold start about
 * 25 ms, and `require` is called where the module is used.
 */
const COMMONJS_OPTIONS = {
  platform: 'node',
  format: 'cjs',
  target: BUNDLE_OPTIONS.target,
  minify: true,
  loader: { '.json': 'copy' },
  define: { 'import.meta.dirname': '__dirname' },
  // `import()` becomes `require` too.
  supported: { 'dynamic-import': false },
} as const satisfies BuildOptions;

const ROOT = join(import.meta.dirname, '..', '..');

/** A function that imports it gets the built console beside its bundle. */
const SERVES_CONSOLE = 'lib/web/console/assets.ts';

/** Writes the bundle of `entry`, a path from the root of the repository, into `folder`. The CDK needs it synchronous. */
export function bundle(entry: string, folder: string): void {
  const modules = mkdtempSync(join(tmpdir(), 'collections-modules-'));
  try {
    const options = { ...BUNDLE_OPTIONS, absWorkingDir: ROOT, outdir: modules, metafile: true } as const;
    const { metafile } = buildSync({ ...options, entryPoints: { index: entry } });
    const files = filesOf(metafile.outputs);
    if (files.asked.has(`./${PHONE_LIBRARY}`)) {
      buildSync({ ...options, entryPoints: [join(import.meta.dirname, 'phone-library.ts')] });
      files.later.push(PHONE_LIBRARY);
    }
    writeStart(modules, files, folder);
    if (SERVES_CONSOLE in metafile.inputs)
      writeFileSync(join(folder, CONSOLE_FILE), JSON.stringify(buildConsole(buildSync)));
    buildSync({ ...COMMONJS_OPTIONS, entryPoints: files.later.map((name) => join(modules, name)), outdir: folder });
    for (const [name, exports] of files.described) writeWithoutDescriptions(modules, { name, exports }, folder);
    // Wherever the folder lies: a package around it may say that its files are ES modules.
    writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
  } finally {
    rmSync(modules, { recursive: true, force: true });
  }
}

type Files = {
  /** What index.js imports, directly or through another file. */
  shared: string[];
  /** What is loaded when it is first needed. */
  later: string[];
  /** Files with texts of the API's description, and their other exports. */
  described: [name: string, exports: readonly string[]][];
  /** Every path that a file asks for. */
  asked: ReadonlySet<string>;
};

/** The paths of index.js, which is the first, and of what it imports, directly or through another file. */
export function reachedAtStart(outputs: Metafile['outputs']): ReadonlySet<string> {
  const reached = new Set(Object.keys(outputs).filter((path) => basename(path) === 'index.js'));
  for (const path of reached) {
    for (const { path: to, kind, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && external !== true) reached.add(to);
    }
  }
  return reached;
}

function filesOf(outputs: Metafile['outputs']): Files {
  const reached = reachedAtStart(outputs);
  const [start] = reached;
  const later = Object.entries(outputs).filter(([path]) => !reached.has(path));
  const names = (paths: Iterable<string>) => [...paths].map((path) => basename(path));
  return {
    shared: names([...reached].filter((path) => path !== start)),
    later: names(later.map(([path]) => path)),
    described: later
      .filter(([, { exports }]) => exports.some(isDescription))
      .map(([path, { exports }]) => [basename(path), exports.filter((name) => !isDescription(name))]),
    asked: new Set(Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => path))),
  };
}

/**
 * Writes what the start needs as one file, because each file more costs a cold start about half a millisecond. The files that
 * are loaded later ask for the shared ones by their names, and get that part of index.js.
 */
function writeStart(modules: string, { shared, later }: Files, folder: string): void {
  const parts = shared.map((name, number) => `export * as part${number} from './${name}';`);
  buildSync({
    ...COMMONJS_OPTIONS,
    bundle: true,
    stdin: { contents: ["export * from './index.js';", ...parts].join('\n'), resolveDir: modules },
    external: later.map((name) => `./${name}`).concat(BUNDLE_OPTIONS.external),
    outfile: join(folder, 'index.js'),
  });
  for (const [number, name] of shared.entries()) {
    writeFileSync(join(folder, name), `module.exports=require("./index.js").part${number};`);
  }
}

/** See lib/contract/described.ts. */
const isDescription = (name: string): boolean => /(?:Text|Texts|Example)$/.test(name);

/** A file that is loaded later keeps all that its module exports, used or not: here without what only the API's description reads. */
function writeWithoutDescriptions(
  modules: string,
  { name, exports }: { name: string; exports: readonly string[] },
  folder: string,
): void {
  buildSync({
    ...COMMONJS_OPTIONS,
    bundle: true,
    stdin: { contents: `export { ${exports.join(', ')} } from './${name}';`, resolveDir: modules },
    external: readdirSync(modules)
      .filter((other) => other !== name)
      .map((other) => `./${other}`)
      .concat(BUNDLE_OPTIONS.external),
    outfile: join(folder, name),
    allowOverwrite: true,
  });
}
