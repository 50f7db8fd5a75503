/** Mutants of the log, which operators search and count. */
import type { Seams } from '#test/simulation/world/seams.ts';
import type { Mutant } from './mutant.ts';

type Line = Record<string, unknown>;

/** Changes the lines of one event; undefined leaves the line out. */
const saying =
  (event: RegExp, change: (line: Line) => Line | undefined): Seams['log'] =>
  (text) => {
    const line = JSON.parse(text) as Line;
    if (!event.test(String(line['event']))) return text;
    const said = change(line);
    return said && JSON.stringify(said);
  };

const without = (line: Line, ...names: readonly string[]): Line =>
  Object.fromEntries(Object.entries(line).filter(([name]) => !names.includes(name)));

export const LOGS: readonly Mutant[] = [
  {
    name: 'create logged by nobody',
    mistake: 'A new collection is not logged, so that it is not counted.',
    breaks: [9],
    within: 20,
    seams: { log: saying(/^collection_created$/, () => undefined) },
  },
  {
    name: 'failure of no account',
    mistake: 'A receipt of a failure is logged without the account whose customer it was.',
    breaks: [9],
    within: 20,
    seams: { log: saying(/^followup_failed$/, (line) => without(line, 'account')) },
  },
  {
    name: 'event of no name',
    mistake: 'Two events were renamed, and one line keeps the old name.',
    breaks: [9],
    within: 20,
    seams: { log: saying(/^followup_rearmed$/, (line) => ({ ...line, event: 'followup_set_again' })) },
  },
  {
    name: 'lag not measured',
    mistake: 'The lag of a run is logged, and no metric is made of it, so that its alarm stays silent.',
    breaks: [9],
    within: 20,
    seams: {
      log: saying(/^followup_sent$/, (line) => {
        const aws = structuredClone(line['_aws']) as { CloudWatchMetrics: { Metrics: object[] }[] };
        for (const metrics of aws.CloudWatchMetrics) metrics.Metrics.pop();
        return { ...line, _aws: aws };
      }),
    },
  },
  {
    name: 'log of another request',
    mistake: 'A line names the request that its environment served first.',
    breaks: [9],
    within: 20,
    seams: { log: saying(/^promise_made$/, (line) => ({ ...line, requestId: 'request-1' })) },
  },
  {
    name: 'error that is none',
    mistake: 'A run that sends nothing is logged as an error, and wakes somebody up.',
    breaks: [9],
    within: 20,
    seams: { log: saying(/^followup_skipped$/, (line) => ({ ...line, level: 'ERROR' })) },
  },
];
