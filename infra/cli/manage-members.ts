/** How an operator's command and the local run add members and make their one-time links. */

import { random } from '#lib/random.ts';
import { createMember, listMembers, saveAnyMember } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import type { Links } from '#lib/use-cases/manage-members.ts';
import { newestChecksumKey } from './checksum-key.ts';

export const memberStore = storeOf(table, { listMembers, createMember, saveAnyMember });

export const linksTo = async (baseUrl: string): Promise<Links> => ({
  checksumKey: await newestChecksumKey(),
  randomBytes: random.bytes,
  baseUrl,
});
