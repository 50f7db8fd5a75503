/** The model is written from the documents, so that it does not repeat a mistake of what it judges. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ALLOWED = /^\.\/|^node:(crypto|util)$|^libphonenumber-js$/;
/** The tests, and what binds the product to them. */
const OUTSIDE = /\.test\.ts$|^product(-messages)?\.ts$|^any-create\.ts$/;

it('the model imports nothing of ours', () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter((file) => !OUTSIDE.test(file));
  const guilty = files.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/from '([^']+)'/g)]
      .filter(([, name = '']) => !ALLOWED.test(name) || name.startsWith('./product'))
      .map(([, name]) => `${file}: ${name}`),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(guilty).toEqual([]);
});
