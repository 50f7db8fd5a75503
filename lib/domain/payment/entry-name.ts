/** What people call an entry of a ledger; pure, for pages and browsers. */
import type { EntryKind } from './ledger-entry.ts';

/** Money that was moved came here, or left. */
export type EntryName = Exclude<EntryKind, 'moved'> | 'moved_in' | 'moved_out';

export const entryNameOf = (kind: EntryKind, isOut: boolean): EntryName =>
  kind !== 'moved' ? kind : isOut ? 'moved_out' : 'moved_in';
