/**
 * Which alarms of the template ring, and how often, in days that are played: their metrics by the minute, judged as CloudWatch
 * judges them. A small shop hears of what is wrong within the day, and a large one nothing of ordinary business.
 */
import { describe, expect, it } from 'vitest';
import { type Properties, resources } from './template.ts';

const DAY_MINUTES = 1_440;

/** How much of a metric comes in a minute. */
type Played = Readonly<Record<string, (minute: number) => number>>;

type Series = (from: number, to: number) => number | undefined;

/** Undefined where nothing came: CloudWatch has no zeros. */
const seriesOf =
  (played: Played, metric: string): Series =>
  (from, to) => {
    let sum = 0;
    for (let minute = from; minute < to; minute += 1) sum += played[metric]?.(minute) ?? 0;
    return sum === 0 ? undefined : sum;
  };

/** The expression of a share, `IF(part >= 3, 100 * part / (part + FILL(rest, 0)), 0)`, is JavaScript with two more functions. */
function evaluated(expression: string, values: Readonly<Record<string, number | undefined>>): number | undefined {
  const names = Object.keys(values);
  const run = new Function('IF', 'FILL', ...names, `return ${expression}`);
  const result: number = run(
    (condition: boolean, yes: number, no: number) => (condition ? yes : no),
    (value: number, other: number) => (Number.isNaN(value) ? other : value),
    ...names.map((name) => values[name] ?? Number.NaN),
  );
  return Number.isNaN(result) ? undefined : result;
}

const OURS = 'Collections';

type Judged = { name: string; on: number };

/** How often each alarm on our own metrics turns on. Its period ends at each of its fifths, as CloudWatch moves it on. */
function turnedOn(played: Played, days = 1): string[] {
  const all = resources('AWS::CloudWatch::Alarm').map(({ path, Properties }): Judged => {
    const name = path.split('/').at(-2) ?? '';
    const { Namespace, MetricName, Statistic, Metrics, Threshold, EvaluationPeriods } = Properties;
    const parts: Properties[] = Metrics?.filter(({ MetricStat }: Properties) => MetricStat) ?? [];
    const isOurs = Namespace === OURS || parts.some(({ MetricStat }) => MetricStat.Metric.Namespace === OURS);
    const isOfRelease = name.startsWith('Release');
    // A maximum is played by the test of nothing.
    if (!isOurs || isOfRelease || Statistic === 'Maximum') return { name, on: 0 };
    const period = (Properties['Period'] ?? parts[0]?.['MetricStat'].Period) / 60;
    const expression = Metrics?.find(({ Expression }: Properties) => Expression)?.Expression;
    const valueAt = (to: number): number | undefined => {
      const from = Math.max(0, to - period);
      if (expression === undefined) return seriesOf(played, MetricName)(from, to);
      const values = Object.fromEntries(
        parts.map(({ Id, MetricStat }) => [Id, seriesOf(played, MetricStat.Metric.MetricName)(from, to)]),
      );
      return evaluated(expression, values);
    };
    let [on, inRow, isOn] = [0, 0, false];
    const step = Math.max(1, Math.floor(period / 5));
    for (let at = period; at <= days * DAY_MINUTES; at += step) {
      inRow = (valueAt(at) ?? 0) >= Threshold ? inRow + step : 0;
      const isNow = inRow > (EvaluationPeriods - 1) * period;
      if (isNow && !isOn) on += 1;
      isOn = isNow;
    }
    return { name, on };
  });
  return all.flatMap(({ name, on }) => (on === 0 ? [] : [on === 1 ? name : `${name} × ${on}`])).toSorted();
}

/** So often in an hour, evenly. */
const hourly = (times: number) => (minute: number) => {
  const each = 60 / times;
  return Math.floor((minute + 1) / each) - Math.floor(minute / each);
};

describe('a shop with one payment an hour', () => {
  const payment_received = hourly(1);
  const sound: Played = { payment_received, payment_session_opened: hourly(1), followup_sent: hourly(3) };

  it('hears nothing of a sound day', () => {
    expect(turnedOn(sound)).toEqual([]);
  });

  it.each([
    // The provider tries three times; the hour's run finds the payment in its list.
    [
      'every webhook refused',
      { webhook_unsigned: hourly(3), payments_reconciled: hourly(1) },
      ['Missed', 'UnsignedAllDay'],
    ],
    ['no payment confirmed', { payment_unconfirmed: hourly(3), payment_received: () => 0 }, ['UnconfirmedAllDay']],
    [
      'every session refused',
      { payment_session_failed: hourly(1), payment_session_opened: () => 0 },
      ['NotOpenedAllDay'],
    ],
    [
      'every payment method refused',
      { payment_option_failed: hourly(1), payment_received: () => 0 },
      ['NotOfferedAllDay'],
    ],
    ['every webhook lost', { payments_reconciled: hourly(1) }, ['Missed']],
    [
      'a provider that is unreadable for the third hour',
      { provider_unreadable: (at: number) => Number(at === 180) },
      ['NotReconciled'],
    ],
    ['half of the messages failing', { followup_failed: hourly(4) }, ['SendsFailAllDay']],
    [
      'one fault in the code for a provider',
      { payment_adapter_failed: (at: number) => Number(at === 700) },
      ['AdapterFails'],
    ],
    [
      'one fault in the code for a channel',
      { channel_adapter_failed: (at: number) => Number(at === 700) },
      ['ChannelFails'],
    ],
  ] as [string, Played, string[]][])('hears of %s within the day, once', (_what, wrong, alarms) => {
    expect(turnedOn({ ...sound, ...wrong })).toEqual(alarms);
  });
});

describe('a million collections a month', () => {
  /** By the minute, with what goes wrong every day somewhere: strangers, wrong numbers, mistakes of merchants and hiccups of providers. */
  const ordinary: Played = {
    payment_received: () => 23,
    payment_session_opened: () => 30,
    payment_session_failed: hourly(12),
    payment_option_failed: hourly(6),
    payment_unconfirmed: hourly(12),
    payment_unexpected: hourly(1),
    payment_misdirected: hourly(1 / 6),
    payments_reconciled: hourly(5),
    webhook_unsigned: hourly(20),
    followup_sent: () => 70,
    followup_failed: () => 2,
    followup_unknown: hourly(3),
    run_swept: hourly(1),
    reconciliation_failed: hourly(2),
    relay_failed: hourly(1),
  };

  it('ring nothing in ordinary business', () => {
    expect(turnedOn(ordinary, 2)).toEqual([]);
  });

  it.each([
    [
      'a secret that changed at a large provider',
      { webhook_unsigned: (at: number) => (at >= 600 ? 10 : 0) },
      'Unsigned',
    ],
    ['a provider that is down', { payment_session_failed: (at: number) => (at >= 600 ? 10 : 0) }, 'NotOpened'],
    ['channels that fail', { followup_failed: (at: number) => (at >= 600 ? 30 : 2) }, 'SendsFail'],
    ['schedules that do not come', { run_swept: (at: number) => Number(at >= 600) }, 'Swept'],
  ] as [string, Played, string][])('ring of %s, once', (_what, wrong, alarm) => {
    expect(turnedOn({ ...ordinary, ...wrong })).toContain(alarm);
  });
});
