/** The commands for when something has gone wrong: sending is stopped, a restored table takes over. `docs/operations/runbook.md` has them in order. */
import { type Command, flag, needed, text } from './command.ts';

const table = () => import('./commands/table.ts');

const rebuild = () => import('./commands/rebuild.ts');

const sending = () => import('./commands/sending.ts');

/** Of which deployment; the local run knows its own. */
const feed = {
  feed: text('id', "the stage's output RunsFeed, or RUNS_FEED; instead of --stage"),
};

const deadLetters = () => import('./commands/dead-letters.ts');

const regions = () => import('./commands/region.ts');

const lost = needed('eu-west-1', 'the Region');

const restored = needed('name', 'the restored table');

export const RECOVERY_COMMANDS: Record<string, Command> = {
  'sending pause': {
    summary: 'Stop all reminders at once; what becomes due waits',
    options: feed,
    needsNoTable: true,
    load: async () => (await sending()).pause,
  },
  'sending resume': {
    summary: 'Let reminders go on',
    options: feed,
    needsNoTable: true,
    load: async () => (await sending()).resume,
  },
  'sending status': {
    summary: 'Say whether reminders are stopped',
    options: feed,
    needsNoTable: true,
    load: async () => (await sending()).status,
  },
  'dead-letters list': {
    summary: 'Say which dead-letter queues have messages: what could not be processed',
    options: {},
    needsNoTable: true,
    load: async () => (await deadLetters()).list,
  },
  'dead-letters redrive': {
    summary: 'Try again what a dead-letter queue holds, when the reason is mended',
    options: { queue: needed('name', 'the queue, as `dead-letters list` has it') },
    needsNoTable: true,
    load: async () => (await deadLetters()).redrive,
  },
  'insights rebuild': {
    summary: 'Make the figures of an account anew from its collections, and say which were wrong',
    options: { account: needed('id', "the account's id") },
    load: async () => (await rebuild()).rebuildAllInsights,
  },
  'customers rebuild': {
    summary: 'Keep the customers of an account, and what finds them, anew from its collections',
    options: { account: needed('id', "the account's id") },
    load: async () => (await rebuild()).rebuildAllCustomers,
  },
  'region retire': {
    summary:
      'Take every permission from the stage in a Region that is lost, so that it sends nothing when it comes back',
    options: { region: lost, yes: flag('also of the Region that the settings name') },
    needsNoTable: true,
    load: async () => (await regions()).retire,
  },
  'region reopen': {
    summary: 'Give them back, when the settings name that Region again',
    options: { region: lost },
    needsNoTable: true,
    load: async () => (await regions()).reopen,
  },
  'table prepare': {
    summary: 'Set what a restore leaves out of a table, and say how the stage adopts it',
    options: { 'to-table': restored, like: text('name', 'a table whose tags it gets, such as the one before it') },
    load: async () => (await table()).prepare,
  },
};
