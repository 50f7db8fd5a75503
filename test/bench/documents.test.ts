/** The documents say what the lives that the benchmark records give. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBenchTable, useBenchTable } from './bench-table.ts';
import { DOCUMENTS, filled } from './documents.ts';

afterAll(stopBenchTable);

describe('the figures of a life', () => {
  let figures: Record<string, string> = {};
  beforeAll(async () => {
    const bench = await useBenchTable();
    const [{ sixLives }, { figuresOf }] = await Promise.all([import('./life/life.ts'), import('./life/figures.ts')]);
    figures = figuresOf(await sixLives(bench));
  });

  it.each(DOCUMENTS)('%s has the figures that `npm run bench -- life --write` writes', (name) => {
    const document = readFileSync(name, 'utf8');
    expect(document).toContain('<!-- figure ');
    expect(document).toBe(filled(document, figures));
  });

  it('a place for a figure that there is not is refused', () => {
    expect(() => filled('<!-- figure wall -->5<!-- /figure -->', {})).toThrow('no figure is called wall');
  });
});
