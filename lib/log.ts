/** Writes structured logs: one JSON object per line. Callers pass ids, codes and counts, never text from a person. */
import { clock } from './clock.ts';

export type Level = 'INFO' | 'WARN' | 'ERROR';
export type Fields = Record<string, string | number | boolean | undefined>;

/** The CloudWatch namespace of this service's metrics. */
export const METRIC_NAMESPACE = 'Collections';

/** The dimensions of every metric; an account of the service is never one. */
export const SERVICE = 'collections';
const DIMENSIONS = { Service: SERVICE, Stage: process.env['STAGE'] ?? 'local' };

/** Of the function's code and settings; the local run has none. */
const version = process.env['AWS_LAMBDA_FUNCTION_VERSION'];

/** Writes to stdout directly, because Lambda's patched console would wrap each line in a second object. */
export const output = { write: (line: string): void => void process.stdout.write(`${line}\n`) };

/** `event` is in the past tense and in snake_case, such as `collection_created`. */
export function log(level: Level, event: string, fields: Fields = {}): void {
  output.write(JSON.stringify({ timestamp: clock.now().toISOString(), level, event, version, ...fields }));
}

/** Like {@link log}, and adds CloudWatch metrics: a count of the event, and `measured` (`…_seconds` are in seconds). */
export function logCounted(
  level: Level,
  event: string,
  fields: Fields = {},
  measured: Record<string, number> = {},
): void {
  const now = clock.now();
  const counted = { [event]: 1, ...measured };
  const Metrics: object[] = [];
  for (const Name in counted) Metrics.push({ Name, Unit: Name.endsWith('_seconds') ? 'Seconds' : 'Count' });
  const metrics = [{ Namespace: METRIC_NAMESPACE, Dimensions: [Object.keys(DIMENSIONS)], Metrics }];
  const _aws = { Timestamp: now.getTime(), CloudWatchMetrics: metrics };
  output.write(
    JSON.stringify({ timestamp: now.toISOString(), level, event, version, ...fields, ...counted, ...DIMENSIONS, _aws }),
  );
}
