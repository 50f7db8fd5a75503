/** Members of accounts: one item holds the role, link and sessions of each, so that one read checks a request. */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditEntry } from '#lib/domain/audit.ts';
import { hashToken } from '#lib/domain/checked-token.ts';
import { concurrentChange, lastAdmin, MAX_TRIES } from '#lib/domain/errors.ts';
import { type MemberRef, memberId, parseMemberId } from '#lib/domain/ids.ts';
import {
  anotherAdmin,
  endsAdmin,
  isPresent,
  type MailedLink,
  type Member,
  type MemberLink,
  type MemberSession,
  type Passkey,
  ROLES,
} from '#lib/domain/member.ts';
import { endSessions } from '#lib/domain/member-sign-in.ts';
import { listAccounts } from '#lib/store/account/accounts.ts';
import { accountKey, MEMBER_PREFIX, memberEmailKey, memberKey, SORT_KEY } from '#lib/store/keys.ts';
import { flag, instant, integer, map, object, oneOf, optional, text } from '#lib/store/table/checks.ts';
import { beginsWith, equals, ITEM_IS_NEW } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { put, queryAll, remove } from '#lib/store/table/requests.ts';
import { isContention, isRefused, type Table } from '#lib/store/table/table.ts';
import { putOfAudit } from './audit.ts';
import { wantSummaries } from './summaries.ts';

/** `version` counts the writes. */
export type StoredMember = Member & { version: number };

export const storedMember = object<StoredMember>({
  id: text,
  name: text,
  role: oneOf(ROLES),
  email: optional(text),
  weeklyEmail: optional(flag),
  createdAt: instant,
  updatedAt: instant,
  removedAt: optional(instant),
  link: optional(object<MemberLink>({ hash: text, createdAt: instant, expiresAt: instant })),
  mailedLink: optional(
    object<MailedLink>({ hash: optional(text), createdAt: instant, expiresAt: instant, count: integer }),
  ),
  triedAt: optional(instant),
  signedInAt: optional(instant),
  passkeys: optional(
    map(
      object<Passkey>({
        name: text,
        publicKey: text,
        counter: integer,
        createdAt: instant,
        usedAt: optional(instant),
        spent: optional(map(instant)),
      }),
    ),
  ),
  sessions: map(object<MemberSession>({ startedAt: instant, seenAt: instant, expiresAt: instant })),
  version: integer,
});

/** Reads strongly, so that a removal or another role holds from the next request on. */
export async function getMember(table: Table, ref: MemberRef): Promise<StoredMember | undefined> {
  const item = await table.getItem(memberKey(ref.account, memberId(ref)));
  return item && readItem(item, storedMember);
}

/** `audit` is absent for what is not audited. */
export type MemberWrite = { member: Member; audit?: AuditEntry };

export async function createMember(
  table: Table,
  account: string,
  { member, audit }: Required<MemberWrite>,
): Promise<void> {
  const puts = [
    putOf(table, account, member, 0),
    { Put: putOfAudit(table, account, audit) },
    ...addressWrites(table, undefined, member),
    ...summaryWrites(table, account, undefined, member),
  ];
  // Without a token of its own a write that is repeated after contention would be refused by an earlier try that came late.
  await table.send(new TransactWriteCommand({ TransactItems: [...puts], ClientRequestToken: table.random.nonce() }));
}

/** False if the member is there already. */
export async function addMemberOnce(table: Table, account: string, added: Required<MemberWrite>): Promise<boolean> {
  try {
    await createMember(table, account, added);
    return true;
  } catch (error) {
    if (!isRefused(error)) throw error;
    return false;
  }
}

export type MemberUpdate = (stored: StoredMember) => MemberWrite | undefined;

/**
 * Saves what `change` makes of the member as it is then, and answers that; undefined means no write. `change` is called again when
 * another write came first. Undefined if there is no such member. `listMembers` is for changes that can take away an administrator:
 * one must stay. @throws last_admin, concurrent_change, and what `change` throws
 */
export async function saveMember(
  table: Table,
  ref: MemberRef,
  change: MemberUpdate,
  listMembers?: (account: string) => Promise<StoredMember[]>,
): Promise<Member | undefined> {
  for (let races = 0; races < MAX_TRIES; races += 1) {
    if (races > 0) await table.backOff(races);
    const stored = await getMember(table, ref);
    if (stored === undefined) return undefined;
    const changed = change(stored);
    if (changed === undefined) return stored;
    const { member, audit } = changed;
    const puts: Write[] = [
      putOf(table, ref.account, member, stored.version),
      ...addressWrites(table, stored, member),
      ...summaryWrites(table, ref.account, stored, member),
    ];
    if (audit !== undefined) puts.push({ Put: putOfAudit(table, ref.account, audit) });
    if (endsAdmin(stored, member)) {
      const staying = anotherAdmin((await listMembers?.(ref.account)) ?? [], member);
      if (staying === undefined) throw lastAdmin();
      // Written as it is: if two administrators remove each other at once, only one succeeds.
      puts.push(putOf(table, ref.account, staying, staying.version));
    }
    if (await transact(table, puts)) return member;
  }
  throw concurrentChange();
}

type PutWrite = { Put: ReturnType<typeof put> };

type Write = PutWrite | { Delete: ReturnType<typeof remove> } | { Update: ReturnType<typeof wantSummaries> };

/** Keeps what {@link findMembersByEmail} reads. */
function addressWrites(table: Table, before: Member | undefined, { id, email }: Member): Write[] {
  if (before?.email === email) return [];
  const keyOf = (address: string) => memberEmailKey(hashToken(address), id);
  return [
    ...(before?.email === undefined ? [] : [{ Delete: remove(table, { key: keyOf(before.email) }) }]),
    ...(email === undefined ? [] : [{ Put: put(table, { item: keyOf(email) }) }]),
  ];
}

/** The account of who begins to want the weekly summary is found when it is due. */
const summaryWrites = (table: Table, account: string, before: Member | undefined, after: Member): Write[] =>
  after.weeklyEmail && !before?.weeklyEmail ? [{ Update: wantSummaries(table, account, after.updatedAt) }] : [];

/** Only while the member is as it was read. */
const putOf = (table: Table, account: string, member: Member, version: number): PutWrite => ({
  Put: put(table, {
    item: { ...memberKey(account, member.id), ...member, version: version + 1 },
    when: version === 0 ? ITEM_IS_NEW : equals('version', version),
  }),
});

/** False if another write came first. The SDK's token makes a repetition of it harmless. */
async function transact(table: Table, puts: readonly Write[]): Promise<boolean> {
  try {
    await table.sendUnlessHeld(new TransactWriteCommand({ TransactItems: [...puts] }));
    return true;
  } catch (error) {
    if (isContention(error) || isRefused(error)) return false;
    throw error;
  }
}

/** Reads strongly; the oldest first. */
export async function listMembers(table: Table, account: string): Promise<StoredMember[]> {
  const partition = accountKey(account).pk;
  const items = await queryAll(table, { partition, when: beginsWith(SORT_KEY, MEMBER_PREFIX) });
  const members = items.map((item) => readItem(item, storedMember));
  return members.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

/** The members with this address, in small letters, of whichever accounts: one person may work for several. */
export async function findMembersByEmail(table: Table, email: string): Promise<StoredMember[]> {
  const { pk: partition } = memberEmailKey(hashToken(email), '');
  const rows = await queryAll(table, { partition });
  const refs = rows.flatMap(({ sk }) => parseMemberId(sk) ?? []);
  const members = await Promise.all(refs.map((ref) => getMember(table, ref)));
  return members
    .filter((member) => member !== undefined)
    .filter((member) => member.email === email && isPresent(member));
}

/** Like {@link saveMember}, for a change that can take away an administrator. @throws last_admin too */
export const saveAnyMember = (table: Table, ref: MemberRef, change: MemberUpdate): Promise<Member | undefined> =>
  saveMember(table, ref, change, (account) => listMembers(table, account));

/** How many members had any. */
export async function endAllSessions(table: Table): Promise<number> {
  let ended = 0;
  for (const { id: account } of await listAccounts(table)) {
    for (const member of (await listMembers(table, account)).filter(hasAny)) {
      const ref = parseMemberId(member.id);
      if (ref !== undefined) await saveMember(table, ref, withoutAny);
      ended += 1;
    }
  }
  return ended;
}

const hasAny = ({ link, mailedLink, passkeys, sessions }: Member): boolean =>
  link !== undefined || mailedLink?.hash !== undefined || passkeys !== undefined || Object.keys(sessions).length > 0;

function withoutAny(member: Member): { member: Member } {
  const { link: _link, mailedLink: _mailed, passkeys: _keys, ...rest } = endSessions(member);
  return { member: rest };
}
