/** The commands for a stage that is new: what it lacks, its first account, and a first real message. `docs/guides/going-live.md` has them in order. */
import { type Command, flag, needed, text } from './command.ts';

const begin = () => import('./commands/begin.ts');

const baseUrl = text('url', "the stage's output ApiUrl (default: BASE_URL)");

export const GOING_LIVE_COMMANDS: Record<string, Command> = {
  setup: {
    summary: 'Open an account with all that it needs: support, an API key, and a first administrator of the console',
    options: {
      name: needed('name', 'what the business is called'),
      country: text('NG', 'ISO 3166 code, for phone numbers without a country code'),
      phone: text('+234…', 'which customers with questions read; or --email'),
      email: text('address', 'the same'),
      admin: needed('name', 'who signs in to the console first'),
      'admin-email': text('address', 'to which later links to sign in are mailed'),
      test: flag('a test account, which sends nothing'),
      'base-url': baseUrl,
    },
    load: async () => (await begin()).setup,
  },
  smoke: {
    summary: 'Send one real reminder of a small collection through the running service, and cancel it',
    options: {
      account: needed('id', "the account's id"),
      phone: needed('+234…', 'of somebody who waits for the message'),
      email: needed('address', 'the same'),
      amount: text('100', 'what is asked (default: 100)'),
      currency: text('NGN', 'of it (default: NGN)'),
      'base-url': baseUrl,
    },
    load: async () => (await begin()).smoke,
  },
  doctor: {
    summary: 'Say what a stage in AWS lacks before the first real message and payment; it changes nothing',
    options: { policy: flag('print the IAM policy that it needs, which permits no writing') },
    needsNoTable: true,
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
};
