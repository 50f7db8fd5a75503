/** How a function becomes one file: the same options for the stack, the benchmarks and the size budget. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';

/** The most a minified function that callers wait for may weigh. */
const SIZE_BUDGET_BYTES = 450_000;
/**
 * Both carry the payment providers, 65 KB that are run at their first use only; nobody waits for the one that holds the
 * clients of three channels too, of which SES's alone has 48 KB that cannot be shaken off.
 */
const HEAVIER: Readonly<Record<string, number>> = { 'create-collection': 480_000, 'follow-up': 590_000 };

/** The most bytes a function may weigh; it is called like its file. */
export const sizeBudget = (name: string): number => HEAVIER[name] ?? SIZE_BUDGET_BYTES;

/**
 * One CommonJS file: esbuild would hoist every `node:` import of an ESM bundle, which costs a cold start about 25 ms.
 * `module` first, so that the SDK's ES sources are tree-shaken.
 */
export const BUNDLE_OPTIONS = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  minify: true,
  mainFields: ['module', 'main'],
  alias: {
    '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'lambda-credentials.ts'),
    'libphonenumber-js/min': join(import.meta.dirname, 'phone-numbers.ts'),
    'libphonenumber-js/metadata.min.json': createRequire(import.meta.url).resolve(
      'libphonenumber-js/metadata.min.json',
    ),
  },
} as const satisfies BuildOptions;
