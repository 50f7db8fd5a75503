/**
 * The documents that have figures of a run: each stands between `<!-- figure NAME -->` and `<!-- /figure -->`,
 * `npm run bench -- life --write` writes them, and a test compares them.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** By the names of their places. */
export type Figures = Readonly<Record<string, string>>;

export const DOCUMENTS = [
  'README.md',
  'docs/explanation/architecture.md',
  'docs/operations/costs.md',
  'docs/operations/scale.md',
] as const;

const PLACE = /<!-- figure (\S+) -->[\s\S]*?<!-- \/figure -->/g;

/** @throws {Error} when the document has a place for a figure that there is not */
export const filled = (document: string, figures: Figures): string =>
  document.replace(PLACE, (_, name: string) => {
    const figure = figures[name];
    if (figure === undefined) throw new Error(`no figure is called ${name}`);
    return `<!-- figure ${name} -->${figure}<!-- /figure -->`;
  });

export function writeDocuments(figures: Figures): void {
  for (const name of DOCUMENTS) writeFileSync(name, filled(readFileSync(name, 'utf8'), figures));
}
