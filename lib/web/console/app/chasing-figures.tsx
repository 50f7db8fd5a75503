/** What chasing brings: the channels, the hours, and the experiment. What followed a message is never told as its effect. */
import type { ExperimentResponse, RecoveryResponse } from '#lib/contract/insights.ts';
import { noonOf, shareIn, shortDayIn } from '#lib/web/console/format.ts';
import { Panel } from '#lib/web/kit/parts.tsx';
import { type ActivityType, linkToActivity } from './activity.ts';
import { ExperimentSwitch } from './experiment-dialogs.tsx';
import { type Cell, Figure } from './figure.tsx';
import { type Home, hoursOf, medianDaysOf, messagesOf, type RecoveryRow } from './home.ts';
import { language, teller, words } from './state.ts';

/** No share is shown before it is known. */
const shareText = (share: number | null | undefined): string =>
  share === null || share === undefined ? '–' : shareIn(language.value)(share);

function daysOf({ from, to }: RecoveryResponse): string {
  const day = shortDayIn(language.value);
  return words.value.home.messagesOf(day(noonOf(from)), day(noonOf(to)));
}

export function ChannelsFigure({ home }: { home: Home }) {
  const { channels } = home;
  const { home: texts } = words.value;
  const median = medianDaysOf(home);
  const { channels: names } = teller.value.words;
  const { from, to } = channels;
  const rows = channels.rows.map((row): Cell[] => {
    const count = (value: number, type: ActivityType): Cell => ({
      text: String(value),
      value,
      href: linkToActivity({ type, channel: row.key, from, to }),
    });
    const share = row.paidWithin.days3;
    return [
      { text: (names as Record<string, string>)[row.key] ?? row.key, value: row.key },
      count(messagesOf(row), 'followup.sent'),
      count(row.read, 'followup.read'),
      count(row.failed, 'followup.failed'),
      { text: shareText(share), value: share ?? '', title: texts.ofFirst(row.collections) },
    ];
  });
  return (
    <Figure
      title={texts.byChannel}
      name="channels"
      numbers={{ head: [texts.channel, texts.sent, texts.read, texts.failed, texts.followed], rows }}
      intro={`${daysOf(channels)} ${texts.notCause}`}
      empty={texts.noMessages}
      below={
        median !== null && (
          <span class="small">
            {texts.median}: {texts.days(median)}. {texts.medianHint}
          </span>
        )
      }
    />
  );
}

export function HoursFigure({ home: { hours } }: { home: Home }) {
  const { home: texts } = words.value;
  const names = words.value.home.weekdays;
  const rows = hoursOf(hours);
  const most = Math.max(1, ...hours.rows.map(messagesOf));
  return (
    <Figure
      title={texts.byHour}
      name="hours"
      numbers={{
        head: [texts.hour, ...names],
        rows: rows.map(({ hour, days }) => [
          { text: clock(hour), value: clock(hour) },
          ...days.map(
            (row): Cell => ({ text: row === undefined ? '' : cellTitle(row), value: row ? messagesOf(row) : 0 }),
          ),
        ]),
      }}
      intro={`${daysOf(hours)} ${texts.byHourHint}`}
      empty={texts.noMessages}
    >
      <table class="heat" aria-hidden="true">
        <thead>
          <tr>
            <th />
            {names.map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ hour, days }) => (
            <tr key={hour}>
              <th>{clock(hour)}</th>
              {days.map((row, day) => (
                <Heat key={names[day]} row={row} most={most} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Figure>
  );
}

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

const cellTitle = (row: RecoveryRow): string =>
  words.value.home.messages(messagesOf(row), shareText(row.paidWithin.days3));

/** Five steps of colour, so that each has letters that can be read on it. */
const DEPTHS = 5;

function Heat({ row, most }: { row: RecoveryRow | undefined; most: number }) {
  if (row === undefined) return <td />;
  const depth = Math.max(1, Math.ceil((messagesOf(row) / most) * DEPTHS));
  return (
    <td class={`depth-${depth}`} title={cellTitle(row)}>
      {messagesOf(row)}
    </td>
  );
}

export function ExperimentPanel({
  experiment,
  reload,
}: {
  experiment: ExperimentResponse;
  reload: () => Promise<void>;
}) {
  const { home: texts } = words.value;
  const { holdOut, variant, within30Days } = experiment;
  const hasArms = experiment.arms.some(({ customers }) => customers > 0);
  if (holdOut === 0 && variant === undefined && !hasArms) {
    return (
      <Panel title={texts.experiment} isWide>
        <p class="small">{texts.noExperiment}</p>
        <ExperimentSwitch experiment={experiment} reload={reload} />
      </Panel>
    );
  }
  const results = [
    { days: 14, ...experiment },
    { days: 30, ...within30Days },
  ];
  const rows = results.flatMap(({ days, arms }) =>
    arms.map(({ arm, asked, paid, share }): Cell[] => [
      { text: texts.arms[arm], value: arm },
      { text: texts.within(days), value: days },
      { text: String(asked), value: asked },
      { text: String(paid), value: paid },
      { text: shareText(share), value: share ?? '' },
    ]),
  );
  return (
    <Figure
      isWide
      title={texts.experiment}
      name="experiment"
      numbers={{ head: [texts.arm, texts.time, texts.customers, texts.paid, texts.share], rows }}
      intro={[
        ...(variant ? [texts.variantHint(shareText(variant.share))] : []),
        ...(variant && holdOut === 0 ? [] : [texts.experimentHint(shareText(holdOut))]),
        ...(variant?.rulesChangedAt ? [texts.rulesChanged] : []),
      ].join(' ')}
      empty={texts.noExperiment}
      below={<ExperimentSwitch experiment={experiment} reload={reload} />}
    >
      {results.map(({ days, lift, variantLift }) => (
        <div key={days}>
          {(variant === undefined || holdOut > 0) && <Lift {...{ days, lift, text: texts.lift }} />}
          {variantLift !== undefined && <Lift {...{ days, lift: variantLift, text: texts.variantLift }} />}
        </div>
      ))}
    </Figure>
  );
}

type LiftProps = {
  days: number;
  lift: ExperimentResponse['lift'];
  text: (days: number, points: string, low: string, high: string) => string;
};

function Lift({ days, lift, text }: LiftProps) {
  const { home: texts } = words.value;
  if (lift === null) return <p>{texts.tooFew(days)}</p>;
  const number = new Intl.NumberFormat(language.value, { signDisplay: 'exceptZero', maximumFractionDigits: 1 });
  const { points, low, high } = lift;
  // What may be nothing is not told as something.
  const isShown = low > 0 || high < 0;
  return (
    <div class="lift">
      <p>
        <strong>{text(days, number.format(points), number.format(low), number.format(high))}</strong>{' '}
        {!isShown && texts.maybeNothing}
      </p>
      <span
        class="interval"
        aria-hidden="true"
        style={{ '--low': (low + 100) / 200, '--high': (high + 100) / 200, '--points': (points + 100) / 200 }}
      />
    </div>
  );
}
