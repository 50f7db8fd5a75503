/** Every command, by its two words. */
import { PROVIDER_KINDS } from '#lib/domain/provider.ts';
import type { Command, Option } from './command.ts';

const account: Option = { type: 'string', value: 'id', help: "the account's id", required: true };
const slug: Option = { type: 'string', value: 'slug', help: "the provider's slug", required: true };

export const COMMANDS: Record<string, Command> = {
  'accounts create': {
    summary: 'Open an account',
    options: {
      name: { type: 'string', value: 'name', help: 'what the business is called', required: true },
      country: { type: 'string', value: 'NG', help: 'ISO 3166 code, for phone numbers without a country code' },
      test: { type: 'boolean', help: 'a test account, with ck_test_ keys' },
    },
    load: async () => (await import('./commands/accounts.ts')).createAccount,
  },
  'accounts list': {
    summary: 'List all accounts',
    options: {},
    load: async () => (await import('./commands/accounts.ts')).listAccounts,
  },
  'keys create': {
    summary: 'Make an API key; it is shown once',
    options: {
      account,
      'expires-in-days': { type: 'string', value: 'days', help: 'without it the key holds until revoked' },
    },
    load: async () => (await import('./commands/create-key.ts')).createKey,
  },
  'keys list': {
    summary: "List an account's API keys",
    options: { account },
    load: async () => (await import('./commands/list-keys.ts')).listKeys,
  },
  'keys revoke': {
    summary: 'Revoke an API key, from the next request on',
    options: {
      account,
      key: { type: 'string', value: 'key', help: 'its id or hint, as keys list shows them', required: true },
    },
    load: async () => (await import('./commands/revoke-key.ts')).revokeKey,
  },
  'providers list': {
    summary: "List an account's payment providers, and whether they can be used",
    options: { account },
    load: async () => (await import('./commands/list-providers.ts')).listProviders,
  },
  'providers set-default': {
    summary: 'Choose the provider of collections that name none',
    options: { account, slug },
    load: async () => (await import('./commands/set-default-provider.ts')).setDefaultProvider,
  },
  'providers set-kind': {
    summary: 'Say which payment provider it is, where its slug does not',
    options: {
      account,
      slug,
      kind: { type: 'string', value: 'kind', help: PROVIDER_KINDS.join(', '), required: true },
    },
    load: async () => (await import('./commands/set-provider-kind.ts')).setProviderKind,
  },
  'providers set-credentials': {
    summary: "Save a provider's secrets, read as JSON from standard input",
    options: {
      account,
      slug,
      'base-url': {
        type: 'string',
        value: 'url',
        help: "the stack's output ApiUrl (default: BASE_URL), for the webhook's address",
      },
    },
    load: async () => (await import('./commands/set-credentials.ts')).setCredentials,
  },
  'whatsapp register-templates': {
    summary: 'Hand the WhatsApp templates of the reminders to Meta for approval',
    options: {
      waba: { type: 'string', value: 'id', help: 'the WhatsApp Business Account, as AWS names it', required: true },
      'base-url': {
        type: 'string',
        value: 'url',
        help: "the stack's output ApiUrl, or your own address",
        required: true,
      },
    },
    needsNoTable: true,
    load: async () => (await import('./commands/register-templates.ts')).registerTemplates,
  },
};

/** What every command takes. */
export const COMMON_OPTIONS: Record<string, Option> = {
  local: { type: 'boolean', help: 'use the local run of DATA_DIR (default .local)' },
  table: {
    type: 'string',
    value: 'name',
    help: "the table in AWS (default: TABLE_NAME); the stack's output TableName",
  },
  json: { type: 'boolean', help: 'print JSON' },
  help: { type: 'boolean', help: 'show this' },
};
