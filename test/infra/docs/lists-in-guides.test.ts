/** Where a guide lists what can be, such as reasons, the list is the one of the code. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SKIP_REASONS } from '#lib/contract/follow-up-plan.ts';
import { ATTENTION_REASONS } from '#lib/domain/attention/attention-item.ts';
import { RECOVERY_REPORTS } from '#lib/domain/insights/recovery.ts';
import { JOURNAL_KINDS } from '#lib/domain/journal/journal.ts';
import { UNEXPECTED_REASONS } from '#lib/domain/payment/ledger-entry.ts';
import { WRITE_OFF_REASONS } from '#lib/domain/transitions.ts';

const wordsIn = (text: string): string[] => [...text.matchAll(/`([a-z]\w*)`/gi)].map(([, word = '']) => word);

/** The first cells of the table with this head. */
const tableOf = (guide: string, head: string): string =>
  (guide.split(`\n${head}`)[1]?.split('\n\n')[0] ?? '')
    .split('\n')
    .slice(2)
    .map((row) => row.split('|')[1])
    .join();

const between = (guide: string, start: string, end: string): string => guide.split(start)[1]?.split(end)[0] ?? '';

it.each<[guide: string, what: string, known: readonly string[], listed: (guide: string) => string]>([
  ['answers', 'what needs a person', ATTENTION_REASONS, (guide) => tableOf(guide, '| Reason | Cause |')],
  ['accounting', 'entries of the journal', JOURNAL_KINDS, (guide) => tableOf(guide, '| Entry | Debit |')],
  ['accounting', 'reasons to write off', WRITE_OFF_REASONS, (guide) => between(guide, '"note": "…" }`\n(', ')')],
  [
    'follow-up-policy',
    'reasons to skip',
    Object.keys(SKIP_REASONS),
    (guide) => between(guide, 'in `skipReason`:', 'or the'),
  ],
  [
    'payments',
    'unexpected money',
    UNEXPECTED_REASONS,
    (guide) => between(guide, '`payment.unexpected`, with the reason', '.'),
  ],
  [
    'insights',
    'what recovery tells apart',
    RECOVERY_REPORTS,
    (guide) => between(guide, 'insights/recovery?by=', '`collections`').replace('channel', '`channel`'),
  ],
])('the guide %s lists all %s', (guide, _what, known, listed) => {
  const words = wordsIn(listed(readFileSync(`docs/guides/${guide}.md`, 'utf8')));
  expect([...new Set(words)].toSorted()).toEqual([...known].toSorted());
});

it('each promise that the simulator looks at is told', () => {
  const sources = globSync('test/simulation/invariants/*.ts').map((file) => readFileSync(file, 'utf8'));
  const numbers = sources.flatMap((source) =>
    [...source.matchAll(/^ {2}number: (\d+),$/gm)].map(([, number]) => number),
  );
  const rows = readFileSync('docs/explanation/reliability.md', 'utf8').matchAll(/^\| (\d+) \|/gm);
  expect([...rows].map(([, number]) => Number(number))).toEqual(
    [...new Set(numbers.map(Number))].toSorted((a, b) => a - b),
  );
});
