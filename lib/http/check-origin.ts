/** Refuses what another web page sends with the cookie of a member who is signed in to the console. */
import { requestRefused } from '#lib/domain/console-errors.ts';
import { type HttpEvent, header } from './request.ts';

/** Another page cannot send it without asking first, and no such question is answered with yes. */
const OWN_HEADER = 'x-console';
const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** A GET changes nothing, so it may come from anywhere; what it answers stays unreadable to other pages. @throws request_refused */
export function checkOrigin(event: HttpEvent): void {
  if (event.httpMethod === 'GET') return;
  const hasJson = !event.body || JSON_TYPE.test(header(event, 'content-type') ?? '');
  if (header(event, OWN_HEADER) !== '1' || !hasJson || !isOwnPage(event)) throw requestRefused();
}

function isOwnPage(event: HttpEvent): boolean {
  const from = header(event, 'sec-fetch-site');
  if (from !== undefined) return from === 'same-origin';
  const origin = header(event, 'origin');
  return origin !== undefined && hostOf(origin) === header(event, 'host')?.toLowerCase();
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);
