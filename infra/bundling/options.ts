/** How a function is bundled, in two steps: the same options for the stack, the benchmarks and the tests. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';

/** The file that phone-numbers.ts requires with the first number, in each bundle that reads numbers. */
export const PHONE_LIBRARY = 'phone-library.js';

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
export const COMMONJS_OPTIONS = {
  platform: 'node',
  format: 'cjs',
  target: BUNDLE_OPTIONS.target,
  minify: true,
  loader: { '.json': 'copy' },
  define: { 'import.meta.dirname': '__dirname' },
  // `import()` becomes `require` too.
  supported: { 'dynamic-import': false },
} as const satisfies BuildOptions;
