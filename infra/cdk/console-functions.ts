/** The functions that the merchant console calls besides those of the API. */
import type { ConsoleOperation } from '#lib/contract/routes.ts';
import type { FunctionSpec } from './function-spec.ts';

export const CONSOLE_FUNCTIONS: Record<ConsoleOperation, FunctionSpec> = {
  'console-session': {
    folder: 'console',
    impact: 'Members of merchants cannot sign in to the console, and are signed out.',
  },
  'console-sign-in': {
    folder: 'console',
    mailsMembers: true,
    impact: 'Members of merchants cannot get a link to sign in by email.',
  },
  'console-members': {
    folder: 'console',
    mailsMembers: true,
    impact: 'Merchants cannot see or add members in the console.',
  },
  'console-member': {
    folder: 'console',
    impact: 'Merchants cannot change or remove members in the console, or end their sessions.',
  },
  'console-passkeys': {
    stack: 'desk',
    folder: 'console',
    impact: 'Members of merchants cannot sign in by a passkey, or add one.',
  },
  'console-directory': {
    stack: 'desk',
    folder: 'console',
    callsProviders: true,
    impact: "Members of merchants cannot sign in by their company's directory.",
  },
  'console-keys': {
    stack: 'desk',
    folder: 'console',
    impact: 'Merchants cannot see, make or revoke API keys in the console.',
  },
  'console-trial': {
    stack: 'desk',
    folder: 'console',
    plansFollowUps: true,
    mailsMembers: true,
    impact: 'Merchants cannot send a text to themselves before they save it.',
  },
  'console-audit': {
    folder: 'console',
    impact: 'Merchants cannot read the audit log of the console.',
  },
};
