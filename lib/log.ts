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

/** Like {@link log}, and counts the event, and what else was measured, as CloudWatch metrics of the same line. */
export function logCounted(
  level: Level,
  event: string,
  fields: Fields = {},
  measured: Record<string, number> = {},
): void {
  const now = clock.now();
  const counted = { [event]: 1, ...measured };
  const names = Object.keys(counted).map((Name) => ({ Name, Unit: Name.endsWith('_seconds') ? 'Seconds' : 'Count' }));
  const metrics = [{ Namespace: METRIC_NAMESPACE, Dimensions: [[]], Metrics: names }];
  const _aws = { Timestamp: now.getTime(), CloudWatchMetrics: metrics };
  output.write(JSON.stringify({ timestamp: now.toISOString(), level, event, ...fields, ...counted, _aws }));
}
