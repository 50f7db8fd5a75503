/** What was added to worlds over time, so that a seed that found a bug runs in the world of its time. */
import { RELAYED } from '#test/simulation/aws/stream.ts';
import { CLOSINGS } from './closings.ts';
import { CONSOLE_SHOWN } from './console-shown.ts';
import { DOWN_FOR_DAYS } from './down-for-days.ts';
import { ENDPOINT_LIVES } from './endpoint-lives.ts';
import { ERASURE } from './erasure.ts';
import { EVERYWHERE } from './everywhere.ts';
import { KEPT_BOOKS } from './kept-books.ts';
import { LETTERS } from './letters.ts';
import { LISTED } from './listed.ts';
import { LONG_LIST } from './long-list.ts';
import { MADE_BY_MEMBERS } from './made-by-members.ts';
import { MANAGED_ENDPOINTS } from './managed-endpoints.ts';
import { MEMBERS } from './members.ts';
import { MORE_FILTERS } from './more-filters.ts';
import { ODD_ERRORS } from './odd-errors.ts';
import { ODD_INBOUND } from './odd-inbound.ts';
import { ODD_RECEIVERS } from './odd-receivers.ts';
import { ODD_REQUESTS } from './odd-requests.ts';
import { OPERATOR } from './operator.ts';
import { OTHER_PROVIDERS } from './other-providers.ts';
import { PAID_BY_PAGE } from './paid-by-page.ts';
import { PARTED } from './parted.ts';
import { STRICT_COUNTRIES } from './people.ts';
import { PLAN_PREVIEWS } from './plan-previews.ts';
import { READ_LISTS } from './read-lists.ts';
import { RECONCILED } from './reconciliation.ts';
import { REGULARS } from './regulars.ts';
import { RESTORE, RESTORED_AND_USED } from './restore.ts';
import { RETURNING } from './returning.ts';
import { REMINDER_PREVIEWS } from './revisions.ts';
import { SCANNERS } from './scanners.ts';
import { SETTINGS } from './settings.ts';
import { SPOILT } from './spoilt.ts';
import { STRANGERS } from './strangers.ts';
import { VARIETY } from './variety.ts';

const QUEUE_FAULTS = ['queue-late', 'queue-twice', 'queue-refuses', 'queue-long'];

/** The worlds of generation 0 have none of it, those of generation 1 the first line, and so on. */
const ADDED: readonly (readonly string[])[] = [
  ['webhook-foreign', 'asked-at-expiry', 'webhook-lost', 'calm', ...QUEUE_FAULTS],
  [STRICT_COUNTRIES.name, CLOSINGS.name, VARIETY.name],
  [RECONCILED.name, STRANGERS.name, ENDPOINT_LIVES.name, ...REMINDER_PREVIEWS],
  [MEMBERS.name, ERASURE.name],
  [OPERATOR.name],
  [RESTORE.name],
  [MADE_BY_MEMBERS.name],
  [EVERYWHERE.name, SCANNERS.name],
  [
    ...PLAN_PREVIEWS,
    ...REGULARS,
    ODD_RECEIVERS.name,
    DOWN_FOR_DAYS.name,
    ODD_ERRORS.name,
    ODD_INBOUND.name,
    MORE_FILTERS.name,
    ODD_REQUESTS.name,
    SETTINGS.name,
    SPOILT.name,
    LISTED.name,
    RESTORED_AND_USED.name,
    MANAGED_ENDPOINTS.name,
  ],
  [
    OTHER_PROVIDERS.name,
    KEPT_BOOKS.name,
    LETTERS.name,
    READ_LISTS.name,
    PARTED.name,
    LONG_LIST.name,
    RELAYED.name,
    CONSOLE_SHOWN.name,
    PAID_BY_PAGE.name,
  ],
  [RETURNING.name],
];

/** What worlds of this generation do without. */
export const addedAfter = (generation: number): string[] => ADDED.slice(generation).flat();
