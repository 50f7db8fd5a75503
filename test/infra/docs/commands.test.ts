/** Each command that a document has is one that there is: the scripts of package.json, the command line with its options, and the parts of the benchmarks. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '#infra/cli/commands.ts';
import packageJson from '#package' with { type: 'json' };
import { PARTS } from '#test/bench/parts.ts';

const listed = globSync([
  '*.md',
  'docs/**/*.md',
  'lib/{client,mcp}/*.md',
  '.ci/*',
  '.github/*.md',
  '.github/workflows/*',
]);
/** The changelog names what there was. */
const documents = listed.filter((name) => name !== 'CHANGELOG.md').map((name) => [name, readFileSync(name, 'utf8')]);

type Typed = { document: string; script: string; rest: string };

/** Up to what ends a command: of a text in the line, of the line, and of a comment. Lines that go on are one. */
const typed = documents.flatMap(([document = '', text = '']): Typed[] =>
  [...text.replaceAll('\\\n', ' ').matchAll(/npm run (?:--silent |-s )?([a-z][a-z:-]*)([^`\n|)#>]*)/g)].map(
    ([, script = '', rest = '']) => ({ document, script, rest: rest.replace(/^ -- /, '').trim() }),
  ),
);
const ofScript = (name: string) => typed.filter(({ script }) => script === name);

describe('the documents', () => {
  it('name scripts of package.json', () => {
    expect(typed.length).toBeGreaterThan(100);
    const scripts = Object.keys(packageJson.scripts);
    expect(typed.filter(({ script }) => !scripts.includes(script))).toEqual([]);
  });

  it('name commands that there are, with options that they take', () => {
    const own = ofScript('cli').filter(({ rest }) => rest !== '' && !/^(--help|…)/.test(rest));
    expect(own.length).toBeGreaterThan(40);
    const wrong = own.filter(({ rest }) => {
      const [words = '', ...options] = rest.split(/\s+--/);
      const known = { ...COMMANDS[words.trim()]?.options, stage: true };
      return COMMANDS[words.trim()] === undefined || options.some((option) => !((option.split(' ')[0] ?? '') in known));
    });
    expect(wrong).toEqual([]);
  });

  it('name parts of the benchmarks', () => {
    const parts = ofScript('bench').flatMap(({ document, rest }) =>
      rest.split(' ').flatMap((word) => (/^[a-z]/.test(word) ? [{ document, word }] : [])),
    );
    expect(parts.length).toBeGreaterThan(10);
    const values = ['1000000', 'create'];
    expect(parts.filter(({ word }) => !(word in PARTS) && !values.includes(word))).toEqual([]);
  });
});
