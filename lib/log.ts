/** Structured logs: one JSON object a line. Callers pass ids, codes and counts only, never what a person typed. */
import { clock } from './clock.ts';

export type Level = 'INFO' | 'WARN' | 'ERROR';
export type Fields = Record<string, string | number | boolean | undefined>;

/** CloudWatch's namespace for everything this service counts. */
export const METRIC_NAMESPACE = 'Collections';

/** Where lines go; straight to stdout, since Lambda's patched console would wrap each line in a second object. */
export const output = { write: (line: string): void => void process.stdout.write(`${line}\n`) };

/** Writes one line; `event` is past tense snake_case (`collection_created`). */
export function log(level: Level, event: string, fields: Fields = {}): void {
  output.write(JSON.stringify({ timestamp: clock.now().toISOString(), level, event, ...fields }));
}

/** Like {@link log}, and counts the event as a CloudWatch metric of the same line (embedded metric format). */
export function logCounted(level: Level, event: string, fields: Fields = {}): void {
  const now = clock.now();
  const metrics = [{ Namespace: METRIC_NAMESPACE, Dimensions: [[]], Metrics: [{ Name: event, Unit: 'Count' }] }];
  const _aws = { Timestamp: now.getTime(), CloudWatchMetrics: metrics };
  output.write(JSON.stringify({ timestamp: now.toISOString(), level, event, ...fields, [event]: 1, _aws }));
}
