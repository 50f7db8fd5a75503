/** The model does not import product code, so that it cannot repeat a mistake of the product. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ALLOWED = /^\.\/|^node:(crypto|fs|path|util)$|^libphonenumber-js$/;
/** Tests, and the adapters of the product that they use. */
const OUTSIDE = /\.test\.ts$|^product(-messages)?\.ts$|^any-create\.ts$/;

it('the model imports no product code', () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter((file) => !OUTSIDE.test(file));
  const guilty = files.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/from '([^']+)'/g)]
      .filter(([, name = '']) => !ALLOWED.test(name) || name.startsWith('./product'))
      .map(([, name]) => `${file}: ${name}`),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(guilty).toEqual([]);
});
