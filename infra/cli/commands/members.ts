/** `members add`, `members list`, `members role`, `members email`, `members remove` and `members link`: who may use the merchant console. */
import { alignColumns, CommandFailure, type Run, textOf, UsageError, type Values } from '#infra/cli/command.ts';
import { linksTo, memberStore } from '#infra/cli/manage-accounts.ts';
import { clock } from '#lib/clock.ts';
import { readAddMember, readUpdateMember } from '#lib/contract/member.ts';
import { showMemberToAdmin } from '#lib/contract/show-member.ts';
import { DomainError } from '#lib/domain/errors.ts';
import { type MemberRef, parseMemberId } from '#lib/domain/ids.ts';
import { isPresent, type Member, type Role } from '#lib/domain/member.ts';
import { service } from '#lib/service.ts';
import { listMembers } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import {
  addMember,
  dismissMember,
  type Links,
  makeLink as makeOneTimeLink,
  type OneTimeLink,
  updateMember,
} from '#lib/use-cases/manage-members.ts';
import { findAccount } from './accounts.ts';

export const add: Run = async (values) => {
  const given = read(readAddMember, values);
  const links = await readLinks(values);
  const { id: account } = await findAccount(values);
  const asked = { ...given, account, links };
  const added = await addMember(memberStore, asked, { now: clock.now() }).catch(explain);
  const { member, ...link } = added;
  const text = `${member.name} is ${article(member.role)} of account ${account}, as ${member.id}.\n\n${tellLink(link)}`;
  return { data: { account, ...shownOf(member), ...link }, text };
};

export const makeLink: Run = async (values) => {
  const links = await readLinks(values);
  const made = await makeOneTimeLink(memberStore, { ref: readMember(values), links }, { now: clock.now() }).catch(
    explain,
  );
  const { member, ...link } = made;
  return { data: { ...shownOf(member), ...link }, text: tellLink(link) };
};

const tellLink = ({ link, linkExpiresAt }: OneTimeLink): string =>
  `${link}\n\nIt signs in once, until ${linkExpiresAt}. Anybody who has it can sign in: hand it over in private.`;

const HEADINGS = ['MEMBER', 'ROLE', 'SESSIONS', 'ADDED', 'NAME'];

export const list: Run = async (values) => {
  const { id: account } = await findAccount(values);
  const members = (await listMembers(table, account)).filter(isPresent).map(shownOf);
  if (members.length === 0) return { data: members, text: `Account ${account} has no members yet.` };
  const rows = members.map(({ id, role, sessions, createdAt, name }) => [
    id,
    role,
    String(sessions.length),
    createdAt,
    name,
  ]);
  return { data: members, text: alignColumns(HEADINGS, rows) };
};

export const changeRole: Run = async (values) => {
  const change = read(readUpdateMember, values);
  const asked = { ref: readMember(values), now: clock.now() };
  const member = await updateMember(memberStore, change, asked).catch(explain);
  return { data: shownOf(member), text: `${member.name} is ${article(member.role)} from the next request on.` };
};

export const changeEmail: Run = async (values) => {
  const change = read(readUpdateMember, values);
  const asked = { ref: readMember(values), now: clock.now() };
  const member = await updateMember(memberStore, change, asked).catch(explain);
  return { data: shownOf(member), text: `${member.name} can ask for a link by email to ${member.email}.` };
};

export const remove: Run = async (values) => {
  const member = await dismissMember(memberStore, { ref: readMember(values), now: clock.now() }).catch(explain);
  return { data: shownOf(member), text: `${member.name} is no member any more, and is signed out everywhere.` };
};

const shownOf = (member: Member) => showMemberToAdmin(member, { current: '', now: clock.now() });

const article = (role: Role): string => (role === 'viewer' ? `a ${role}` : `an ${role}`);

/** By the same rules as in the console. */
function read<Given>(reader: (input: unknown) => Given, { name, role, email }: Values): Given {
  try {
    return reader({ name, role, ...(email !== undefined && { email }) });
  } catch (error) {
    const [fault] = error instanceof DomainError ? (error.details.errors ?? []) : [];
    throw fault === undefined ? error : new UsageError(`--${fault.path} ${fault.message}`);
  }
}

function readMember(values: Values): MemberRef {
  const id = textOf(values, 'member');
  const ref = parseMemberId(id);
  if (ref !== undefined && ref.account === textOf(values, 'account')) return ref;
  throw new CommandFailure(
    `Account ${textOf(values, 'account')} has no member ${id}; members list shows those it has.`,
  );
}

async function readLinks(values: Values): Promise<Links> {
  const baseUrl = values['base-url'] === undefined ? service.settings.baseUrl : textOf(values, 'base-url');
  if (URL.canParse(baseUrl)) return linksTo(baseUrl.replace(/\/+$/, ''));
  throw new UsageError('Give --base-url, or set BASE_URL: the address of the service, for the link.');
}

/** In the words of the console. */
function explain(error: unknown): never {
  throw error instanceof DomainError && error.code !== 'service_unavailable'
    ? new CommandFailure(`${error.message}.`)
    : error;
}
