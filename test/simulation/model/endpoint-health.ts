/** What failures do to a webhook endpoint: docs/decisions/0034-events-are-told-once.md, docs/guides/webhooks.md. */
import { DAY, HOUR, MINUTE } from './wire.ts';

export type Health = {
  failures?: number;
  failingSince?: string;
  warnings?: number;
  probes?: number;
  nextRunAt?: string;
  isCatchingUp?: boolean;
};

const MANY = 20;
const LONG_ENOUGH = 5 * MINUTE;
const TOO_LONG = 5 * DAY;
const WARNED_AFTER = [HOUR, DAY, 4 * DAY];
const PROBED_AFTER = [5, 10, 20, 40].map((minutes) => minutes * MINUTE);

export type State = 'bearable' | 'failing' | 'failing_for_days';

/** Twenty failures in a row over at least five minutes, or nothing else for five days. */
export function stateOf({ failures = 0, failingSince }: Health, clock: number): State {
  const since = failingSince === undefined ? 0 : clock - Date.parse(failingSince);
  if (failingSince === undefined) return 'bearable';
  if (since >= TOO_LONG) return 'failing_for_days';
  return failures >= MANY && since >= LONG_ENOUGH ? 'failing' : 'bearable';
}

/** How many warnings should be sent by then. */
export const warningsBy = ({ failingSince = '' }: Health, clock: number): number =>
  WARNED_AFTER.filter((after) => clock - Date.parse(failingSince) >= after).length;

export const probedAfter = ({ probes = 0 }: Health): number => PROBED_AFTER[probes] ?? HOUR;

/** One failure more. */
export function failureFaults(before: Health, after: Health, clock: number): string[] {
  const since = before.failingSince ?? new Date(clock).toISOString();
  const [counted = 0, was = 0] = [after.failures, before.failures];
  const isSince =
    Math.abs(Date.parse(after.failingSince ?? '') - Date.parse(since)) <= (before.failingSince ? 0 : MINUTE);
  return [
    ...(counted === was + 1 ? [] : [`${counted} failures after ${was}`]),
    ...(isSince ? [] : [`failing since ${after.failingSince} instead of ${since}`]),
  ];
}

type Noticed = { id: string; url: string; description?: string; since: string | undefined };

/** The email to the people behind an endpoint, as it was approved; the path of an address may be a secret. */
export function noticeOf(kind: 'failing' | 'disabled', { id, url, description, since }: Noticed) {
  const name = `${new URL(url).hostname}${description === undefined ? '' : ` (${description})`}`;
  const lately = since === undefined ? '' : ` since ${since}`;
  const paragraphs =
    kind === 'failing'
      ? [
          `Your webhook endpoint ${id} at ${name} has not accepted a webhook${lately}.`,
          'Nothing is lost: the events wait, and are sent when it accepts webhooks again. After five days it is disabled.',
        ]
      : [
          `Your webhook endpoint ${id} at ${name} is disabled, because it has not accepted a webhook${lately}, or answered 410.`,
          'Nothing is lost: events of the last 30 days wait. Send it a ping, then set its status to enabled: they are sent then.',
        ];
  return {
    subject: kind === 'failing' ? 'Your webhook endpoint fails' : 'Your webhook endpoint is disabled',
    text: paragraphs.join('\n\n'),
    html: paragraphs.map((text) => `<p>${inHtml(text)}</p>`).join(''),
  };
}

const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
