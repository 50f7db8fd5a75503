/** The commands about one person: what is held, and its erasure. */
import type { Command } from './command.ts';
import { flag, text } from './options.ts';

const contacts = () => import('./commands/contacts.ts');

const account = text('id', "the account's id");
const somebody = {
  contact: text('id', "the contact's id, as collections show it"),
  phone: text('+234…', 'a phone: every collection that names it'),
  email: text('address', 'an email address: every collection that names it'),
};

export const CONTACT_COMMANDS: Record<string, Command> = {
  'contacts export': {
    summary: 'Write all that is held about a person in an account as JSON to standard output',
    options: { account: { ...account, required: true }, ...somebody },
    load: async () => (await contacts()).exportContact,
  },
  'contacts erase': {
    summary: 'Overwrite all that is held about a person in an account; amounts and payments stay',
    options: {
      account,
      ...somebody,
      'cancel-open': flag('cancel the collections of the person that can still be paid'),
      replay: flag('after a restore: repeat every erasure of the log'),
      yes: flag('do it; without it, only say what would be done'),
    },
    load: async () => (await contacts()).eraseContact,
  },
};
