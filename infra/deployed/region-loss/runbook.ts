/** The commands of the runbook's section about the loss of a Region, as an operator reads them there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#infra/deployed/emulated-stage.ts';

const TITLE = '## The Region is lost\n';
const ROW = /^\| (\d) \| (.*) \| [^|]+ \|$/gm;
const COMMAND = /`((?:[A-Z_]+=\S+ )?(?:npm run|npx|aws) [^`]+)`/g;
const CHANGES = /```json\n([^`]+)```/;

/** `steps`: the commands of each step. `changes`: the content of `moved.json`. */
export type LossOfRegion = { steps: ReadonlyMap<number, readonly string[]>; changes: string };

/** @throws where the section is not as this file takes it */
export function readLossOfRegion(): LossOfRegion {
  const text = readFileSync(join(ROOT, 'docs', 'operations', 'runbook.md'), 'utf8');
  const [, section = ''] = text.split(TITLE);
  const [own = ''] = section.split('\n## ');
  const rows = [...own.matchAll(ROW)].map(([, number, step = '']): [number, string[]] => [
    Number(number),
    [...step.matchAll(COMMAND)].map(([, command = '']) => command),
  ]);
  const [, changes = ''] = CHANGES.exec(own) ?? [];
  const numbers = rows.map(([number]) => number);
  if (numbers.join() !== '0,1,2,3,4,5,6,7,8' || changes === '') throw new Error(`the runbook has the steps ${numbers}`);
  return { steps: new Map(rows), changes };
}

/** @throws where a placeholder is left */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  const whole = Object.entries(values).reduce((left, [name, value]) => left.replaceAll(name, value), text);
  const left = /<[A-Za-z][^>]*>|…/.exec(whole);
  if (left) throw new Error(`nothing is known of ${left[0]} in: ${whole}`);
  return whole;
}
