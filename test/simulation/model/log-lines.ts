/** The lines of the log that operators search and count (docs/operations/runbook.md): each event's levels, and its fields. */

/** `*`: the line is counted as a metric too. `?`: the field may be missing. */
const EVENTS = `
INFO  aws_opt_out_cleared
INFO  aws_opt_out_kept reason
WARN* account_throttled account
ERROR* channel_fault channel reason
INFO* collection_cancelled|collection_expired|collection_overdue|collection_updated requestId account collection
INFO* collection_completed collection
INFO* collection_completed requestId account collection
INFO* collection_created requestId account collection
WARN* contact_complained account collection channel
INFO* contact_opted_out|contact_opted_in|contact_replied|help_answered|help_not_answered|opt_in_outdated|reply_unmatched channel
INFO* contact_opted_out account collection
ERROR credentials_malformed provider
ERROR* credentials_unreadable provider error
INFO* deliveries_replayed requestId account endpoint count
INFO* event_told account collection type sequence
ERROR* events_not_told account collection
INFO* followup_already_paid|followup_checked|followup_contact_deferred|followup_deferred|followup_expired|followup_nothing|followup_overdue|followup_postponed|followup_promise_broken|followup_rearmed|followup_sent|followup_skipped|followup_unknown account collection run? run_lag_seconds
INFO* followup_asked|followups_paused|followups_resumed|promise_made requestId account collection
INFO* followup_delivered|followup_read|followup_noted account collection channel
INFO* followup_failed account collection run? run_lag_seconds
INFO* followup_failed account collection channel reason
INFO* followup_failed_over account collection channel reason
WARN* list_repaired account
ERROR item_malformed pk sk attribute
INFO* member_added|member_removed|member_signed_in requestId account member
INFO* payment_received|payment_unexpected collection provider? standing
WARN* payment_unexpected collection provider? standing? reason
WARN* payment_chargeback|payment_dispute|payment_refund|payment_refund_failed collection provider? standing? reason?
INFO* payment_early account provider
WARN* payment_misdirected account provider
WARN* payment_option_failed requestId account collection method reason
WARN* payment_session_failed account collection provider method reason
INFO* payment_session_opened account collection provider method way
WARN* payment_unconfirmed account provider reason
WARN  person_not_changed account reason
INFO* provider_created|provider_updated requestId account provider
WARN  provider_failed provider reason
INFO* provider_reconciled provider window part? unfinished payments_reconciled entries_reconciled movements_listed
WARN* provider_reconciled provider window part? unfinished payments_reconciled entries_reconciled movements_listed
ERROR publishing_failed collection error
WARN  receipt_unknown channel receipt
WARN* reconciliation_failed provider window reason
ERROR* reconciliation_failed provider window reason failed
INFO  reconciliation_skipped provider window reason?
ERROR relay_failed error sequenceNumber
ERROR request_failed requestId error at
INFO* retention_erased|retention_busy|retention_changed|retention_payable|retention_postponed|retention_nothing collection
ERROR* run_failed messageId error
ERROR* run_not_scheduled error
WARN* run_swept runs_swept
WARN* sweep_skipped waiting
INFO* webhook_delivered|webhook_dropped|webhook_failed|webhook_held|webhook_retried endpoint delivery
INFO* webhook_endpoint_created|webhook_endpoint_deleted|webhook_endpoint_updated|webhook_secret_rotated requestId account endpoint
WARN* webhook_endpoint_disabled|webhook_endpoint_failing endpoint
INFO* webhook_endpoint_pinged requestId account endpoint passed
INFO* webhook_endpoint_run_catching_up|webhook_endpoint_run_caught_up|webhook_endpoint_run_dropped|webhook_endpoint_run_healed|webhook_endpoint_run_probed endpoint
ERROR webhook_key_unreadable error
ERROR* webhook_not_queued refused
ERROR* webhook_not_queued error
ERROR* webhook_notice_not_sent endpoint outcome
WARN* webhook_swept webhooks_swept
ERROR* webhook_task_failed messageId error
WARN* webhook_unsigned account provider
`;

const WORD = /^[A-Za-z][\w.-]*$/;
const ANY = /./;
const COUNT = /^\d+$/;
const POSITIVE = /^[1-9]\d*$/;
const idOf = (kind: string) => new RegExp(`^${kind}_[0-9a-z]{35}$`);

const FORMS: Readonly<Record<string, RegExp>> = {
  account: /^[0-9a-z]{10}$/,
  collection: idOf('pay'),
  // What a merchant records itself has none; a page names its kind.
  provider: /^(prv_[0-9a-z]{35}|merchant|sandbox|paystack|flutterwave|monnify|stripe)$/,
  endpoint: idOf('whe'),
  delivery: /^dlv_[0-9a-z]{20,}$/,
  member: ANY,
  requestId: ANY,
  channel: /^(whatsapp|sms|email)$/,
  window: /^(hour|days)$/,
  standing: /^(exact|partial|over|late)$/,
  type: /^[a-z_]+\.[a-z_]+$/,
  run: POSITIVE,
  sequence: POSITIVE,
  refused: POSITIVE,
  failed: POSITIVE,
  part: POSITIVE,
  waiting: POSITIVE,
  runs_swept: POSITIVE,
  webhooks_swept: POSITIVE,
  count: COUNT,
  payments_reconciled: COUNT,
  entries_reconciled: COUNT,
  movements_listed: COUNT,
  run_lag_seconds: /^\d+(\.\d+)?$/,
  passed: /^(true|false)$/,
  unfinished: /^(true|false)$/,
  // Codes of others, and places in our code.
  reason: ANY,
  at: /^/,
  receipt: ANY,
  messageId: ANY,
  sequenceNumber: POSITIVE,
  error: WORD,
  method: WORD,
  way: WORD,
  outcome: WORD,
  attribute: ANY,
  pk: ANY,
  sk: ANY,
};

type Field = { name: string; isOptional: boolean };
type Kind = { level: string; isCounted: boolean; fields: readonly Field[] };

const KINDS = new Map<string, Kind[]>();
for (const row of EVENTS.trim().split('\n')) {
  const [level = '', names = '', ...fields] = row.split(/\s+/);
  const kind = {
    level: level.replace('*', ''),
    isCounted: level.endsWith('*'),
    fields: fields.map((field) => ({ name: field.replace('?', ''), isOptional: field.endsWith('?') })),
  };
  for (const name of names.split('|')) KINDS.set(name, [...(KINDS.get(name) ?? []), kind]);
}

/** A line as JSON; undefined if it is none. */
export type Line = Readonly<Record<string, unknown>>;

export function readLine(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

/** What is wrong with a line that was written at `now` by the clock of its function. */
export function lineFaults(line: Line, now: number): string[] {
  const event = String(line['event']);
  const kinds = KINDS.get(event);
  if (kinds === undefined) return [`no event is called “${event}”`];
  const faults = kinds.map((kind) => faultsAs(kind, line, now)).toSorted((a, b) => a.length - b.length);
  return (faults[0] ?? []).map((fault) => `${event}: ${fault}`);
}

/** What every line has: its version is that of a deployed function. */
const USUAL = ['timestamp', 'level', 'event', 'version'];
const COUNTED = ['Service', 'Stage', '_aws'];

function faultsAs({ level, isCounted, fields }: Kind, line: Line, now: number): string[] {
  const known = new Set([
    ...USUAL,
    ...fields.map(({ name }) => name),
    ...(isCounted ? [...COUNTED, String(line['event'])] : []),
  ]);
  return [
    ...(line['timestamp'] === new Date(now).toISOString() ? [] : [`was written at ${line['timestamp']}`]),
    ...(line['level'] === level ? [] : [`has the level ${line['level']}`]),
    ...Object.keys(line).flatMap((name) => (known.has(name) ? [] : [`has ${name}`])),
    ...fields.flatMap((field) => fieldFaults(field, line)),
    ...(isCounted ? metricFaults(line, now) : []),
  ];
}

function fieldFaults({ name, isOptional }: Field, line: Line): string[] {
  const value = line[name];
  if (value === undefined) return isOptional ? [] : [`lacks ${name}`];
  if (!FORMS[name]?.test(String(value))) return [`has the ${name} ${value}`];
  // An id begins with its account.
  const account = /^(?:pay|prv|whe)_(.{10})/.exec(String(value))?.[1];
  return account !== undefined && account !== (line['account'] ?? account)
    ? [`has the ${name} of another account`]
    : [];
}

type Metrics = {
  Timestamp?: number;
  CloudWatchMetrics?: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string; Unit: string }[] }[];
};

/** The metrics of https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html. */
function metricFaults(line: Line, now: number): string[] {
  const { Timestamp, CloudWatchMetrics: [metrics] = [] } = (line['_aws'] ?? {}) as Metrics;
  const named = metrics?.Metrics.map(({ Name, Unit }) => `${Name} in ${Unit}`).join();
  const measured = Object.keys(line).filter((name) => /_(seconds|swept|reconciled|listed)$/.test(name));
  const own = measured.filter((name) => name !== line['event']);
  const wanted = [
    `${line['event']} in Count`,
    ...own.map((name) => `${name} in ${name.endsWith('_seconds') ? 'Seconds' : 'Count'}`),
  ].join();
  const isPlaced =
    metrics?.Namespace === 'Collections' &&
    metrics.Dimensions.join() === 'Service,Stage' &&
    line['Service'] === 'collections' &&
    line['Stage'] === 'local';
  return [
    ...(line[String(line['event'])] === 1 ? [] : ['does not count one']),
    ...(Timestamp === now ? [] : ['counts at another time']),
    ...(named === wanted ? [] : [`counts ${named} instead of ${wanted}`]),
    ...(isPlaced ? [] : ['counts in another place']),
  ];
}
