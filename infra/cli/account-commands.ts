/** The commands for accounts, and for what holds for all customers of one. */
import { type Command, flag, needed, type Option, text } from './command.ts';

const account = needed('id', "the account's id");
const baseUrl = text('url', "the stack's output ApiUrl (default: BASE_URL), for the address to return to");

/** Empty, it takes a setting back. */
const removable = (value: string, summary: string): Option => ({
  ...text(value, `${summary}; empty removes it`),
  mayBeEmpty: true,
});

const support = {
  phone: removable('+234…', 'the international number at which customers reach the business'),
  email: removable('address', 'the email address at which customers reach the business'),
};

const accounts = () => import('./commands/accounts.ts');
const settings = () => import('./commands/settings.ts');

export const ACCOUNT_COMMANDS: Record<string, Command> = {
  'accounts create': {
    summary: 'Open an account',
    options: {
      name: needed('name', 'what the business is called'),
      country: text('NG', 'ISO 3166 code, for phone numbers without a country code'),
      test: flag('a test account, with ck_test_ keys'),
    },
    load: async () => (await accounts()).createAccount,
  },
  'accounts list': {
    summary: 'List all accounts',
    options: {},
    load: async () => (await accounts()).listAccounts,
  },
  'accounts update': {
    summary: 'Change what holds for all customers of an account',
    options: {
      account,
      name: text('name', 'what the business is called'),
      'legal-name': removable('name', 'who stands behind that name'),
      address: removable('address', 'the postal address that pages and emails show'),
      website: removable('https://…', 'the address to which pages lead back'),
      color: removable('#0b57d0', 'the colour of buttons'),
      ...support,
      language: removable('en|fr|pt|sw|ha', 'of customers whose country has none of ours (default: en)'),
      'promise-days': removable('days', 'how far ahead customers may promise to pay (default: 14)'),
      digest: text('on|off', 'whether one message speaks for all debts of a person (default: on)'),
      'part-payments': text('on|off', 'whether customers may pay a part on the payment page (default: off)'),
      hours: removable('9-17', "whole hours of the customer's day in which automatic messages may be sent"),
      'messages-per-week': removable('count', 'the most automatic messages to one person in seven days'),
    },
    load: async () => (await settings()).updateAccount,
  },
  'accounts set-support': {
    summary: 'Say how customers reach the business; messages and payment pages show it',
    options: {
      account,
      ...support,
    },
    load: async () => (await settings()).setSupport,
  },
  'accounts set-logo': {
    summary: 'Set the logo above pages and emails; an empty file takes it back',
    options: { account, file: needed('file', 'a PNG or an SVG of at most 64 KB') },
    load: async () => (await settings()).setLogo,
  },
  'accounts set-directory': {
    summary: "Let members sign in by the company's own directory (OpenID Connect); an empty issuer takes it back",
    options: {
      account,
      issuer: { ...needed('https://…', 'the address of the directory, as it spells it'), mayBeEmpty: true },
      'client-id': text('id', 'what the directory calls this service'),
      'secret-file': text('file', 'the secret that goes with it, if there is one'),
      'role-claim': text('claim', 'what says the role of somebody, such as groups'),
      roles: text('value=role,…', 'the role of each value, such as managers=admin,staff=agent'),
      scope: text('names', 'what to ask for beside openid profile email, such as groups'),
      'base-url': baseUrl,
    },
    load: async () => (await import('./commands/directory.ts')).setDirectory,
  },
};
