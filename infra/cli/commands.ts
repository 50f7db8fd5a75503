/** Every command, by its two words, and the file in `commands/` that does it. */
import { PROVIDER_KINDS } from '#lib/domain/providers/provider.ts';
import { STATUSES } from '#lib/domain/transitions.ts';
import { ACCOUNT_COMMANDS } from './account-commands.ts';
import { type Command, flag, needed, type Option, text } from './command.ts';
import { GOING_LIVE_COMMANDS } from './going-live-commands.ts';
import { MEMBER_COMMANDS } from './member-commands.ts';
import { RECOVERY_COMMANDS } from './recovery-commands.ts';

const contacts = () => import('./commands/contacts.ts');

const account = needed('id', "the account's id");
const somebody = {
  contact: text('id', "the contact's id, as collections show it"),
  phone: text('+234…', 'a phone: every collection that names it'),
  email: text('address', 'an email address: every collection that names it'),
};

const CONTACT_COMMANDS: Record<string, Command> = {
  'contacts export': {
    summary: 'Write all that is held about a person in an account as JSON to standard output',
    options: { account, ...somebody },
    load: async () => (await contacts()).exportContact,
  },
  'contacts erase': {
    summary: 'Overwrite all that is held about a person in an account; amounts and payments stay',
    options: {
      account: text('id', "the account's id"),
      ...somebody,
      'cancel-open': flag('cancel the collections of the person that can still be paid'),
      replay: flag('after a restore: repeat every erasure of the log'),
      yes: flag('do it; without it, only say what would be done'),
    },
    load: async () => (await contacts()).eraseContact,
  },
};

const slug = needed('slug', "the provider's slug");

const baseUrl = text('url', "the stack's output ApiUrl (default: BASE_URL), for the webhook's address");

const accounts = () => import('./commands/accounts.ts');
const providers = () => import('./commands/providers.ts');
const credentials = () => import('./commands/credentials.ts');
const oldCredentials = () => import('./commands/move-credentials.ts');
const whatsapp = () => import('./channels/whatsapp.ts');
const collections = () => import('./commands/collections.ts');
const optOuts = () => import('./commands/opt-outs.ts');

const person = {
  phone: text('+234…', 'an international number: SMS and WhatsApp'),
  email: text('address', 'an email address'),
};

export const COMMANDS: Record<string, Command> = {
  ...GOING_LIVE_COMMANDS,
  ...ACCOUNT_COMMANDS,
  'keys create': {
    summary: 'Make an API key; it is shown once',
    options: {
      account,
      name: text('name', 'what it is for, such as Shop server'),
      role: text('viewer|agent|admin', 'what it may do, as a member of that role (default: admin)'),
      'expires-in-days': text('days', 'without it the key holds until revoked'),
    },
    load: async () => (await accounts()).createKey,
  },
  'keys list': {
    summary: "List an account's API keys",
    options: { account },
    load: async () => (await accounts()).listKeys,
  },
  'keys revoke': {
    summary: 'Revoke an API key, from the next request on',
    options: { account, key: needed('key', 'its id or hint, as keys list shows them') },
    load: async () => (await accounts()).revokeKey,
  },
  ...MEMBER_COMMANDS,
  'providers list': {
    summary: "List an account's payment providers, and whether they can be used",
    options: { account },
    load: async () => (await providers()).listProviders,
  },
  'providers set-default': {
    summary: 'Choose the provider of collections that name none',
    options: { account, slug },
    load: async () => (await providers()).setDefaultProvider,
  },
  'providers set-kind': {
    summary: 'Say which payment provider it is, where its slug does not',
    options: { account, slug, kind: needed('kind', PROVIDER_KINDS.join(', ')) },
    load: async () => (await providers()).setProviderKind,
  },
  'providers set-credentials': {
    summary: "Save a provider's secrets, read as JSON from standard input",
    options: { account, slug, 'base-url': baseUrl },
    load: async () => (await credentials()).setCredentials,
  },
  'providers check': {
    summary: "Try a provider's saved secrets, and say what works with them",
    options: { account, slug, 'base-url': baseUrl },
    load: async () => (await credentials()).checkProvider,
  },
  'providers move-credentials': {
    summary: 'Copy secrets from Secrets Manager, where earlier versions kept them, into the table, encrypted',
    options: {
      account: text('id', 'of this account only (default: of all)'),
      from: text('prefix', "what the secrets' names begin with (default: the table's name)"),
    },
    load: async () => (await oldCredentials()).moveCredentials,
  },
  'collections export': {
    summary: "Write an account's collections as CSV to standard output, newest first",
    options: {
      account,
      status: text('status', STATUSES.join(', ')),
      contact: text('contact', "a contact's id, a phone or an email"),
      from: text('instant', 'created at or after this instant, or this date in UTC'),
      to: text('instant', 'created before this instant, or this date in UTC'),
    },
    load: async () => (await collections()).exportCollections,
  },
  'payments export': {
    summary: "Write an account's payments, refunds and chargebacks as CSV to standard output, oldest first",
    options: {
      account,
      from: text('instant', 'of money that moved at or after this instant, or this date in UTC'),
      to: text('instant', 'of money that moved before this instant, or this date in UTC'),
    },
    load: async () => (await import('./commands/payments.ts')).exportPayments,
  },
  'journal export': {
    summary:
      "Write an account's journal, everything that changed what is owed, to standard output, oldest first: as CSV, or for an accounting program",
    options: {
      account,
      from: text('date', "the first day of the account's country (default 30 days up to --to)"),
      to: text('date', 'the last day (default today; at most 366 days)'),
      currency: text('code', 'only this currency, such as NGN'),
      as: text('format', 'generic (default), quickbooks, xero, tally or erpnext'),
      accounts: text('file', 'JSON with your accounts, for an accounting program: docs/guides/accounting.md'),
    },
    load: async () => (await import('./commands/journal.ts')).exportJournal,
  },
  ...CONTACT_COMMANDS,
  'opt-outs list': {
    summary: 'List who must get no messages, by channel and address',
    options: {
      limit: text('count', 'at most so many (default 100, at most 1000)'),
      after: text('channel#address', 'go on after this one, as the page before says'),
    },
    load: async () => (await optOuts()).listOptOuts,
  },
  'opt-outs add': {
    summary: 'Send no more messages to a phone or an email, for all accounts',
    options: person,
    load: async () => (await optOuts()).addOptOut,
  },
  'opt-outs remove': {
    summary: 'Let a phone or an email get messages again',
    options: person,
    load: async () => (await optOuts()).removeOptOut,
  },
  'whatsapp register-templates': {
    summary: 'Hand the WhatsApp templates of the reminders to Meta for approval',
    options: {
      waba: needed('id', 'the WhatsApp Business Account, as AWS names it'),
      'base-url': needed('url', "the stack's output ApiUrl, or your own address"),
    },
    needsNoTable: true,
    load: async () => (await whatsapp()).registerTemplates,
  },
  ...RECOVERY_COMMANDS,
};

/** The options of every command. */
export const COMMON_OPTIONS: Record<string, Option> = {
  local: flag('use the local run of DATA_DIR (default .local)'),
  stage: text('name', 'the stage in AWS, such as prod: its table is used'),
  table: text('name', 'the table in AWS (default: TABLE_NAME), where it is not that of a stage'),
  json: flag('print JSON'),
  help: flag('show this'),
};
