/** The commands for who may use the merchant console. */
import { ROLES } from '#lib/domain/member.ts';
import type { Command } from './command.ts';
import { needed, text } from './command.ts';

const account = needed('id', "the account's id");
const member = needed('id', "the member's id, as members list shows it");
const role = needed('role', ROLES.join(', '));
const email = text('address', 'where links to sign in are mailed when the member asks for one');
const baseUrl = text('url', "the stack's output ApiUrl (default: BASE_URL), for the link's address");

const members = () => import('./commands/members.ts');

export const MEMBER_COMMANDS: Record<string, Command> = {
  'members add': {
    summary: 'Let a colleague use the console of an account; prints a one-time link to sign in',
    options: { account, name: needed('name', 'what colleagues call the member'), role, email, 'base-url': baseUrl },
    load: async () => (await members()).add,
  },
  'members list': {
    summary: 'List who may use the console of an account',
    options: { account },
    load: async () => (await members()).list,
  },
  'members link': {
    summary: 'Make a new one-time link for a member; the one before ends',
    options: { account, member, 'base-url': baseUrl },
    load: async () => (await members()).makeLink,
  },
  'members role': {
    summary: 'Change what a member may do, from the next request on',
    options: { account, member, role },
    load: async () => (await members()).changeRole,
  },
  'members email': {
    summary: 'Set the address to which links to sign in are mailed when the member asks for one',
    options: { account, member, email: needed('address', 'an email address') },
    load: async () => (await members()).changeEmail,
  },
  'members remove': {
    summary: 'Remove a member and end all of the sessions',
    options: { account, member },
    load: async () => (await members()).remove,
  },
};
