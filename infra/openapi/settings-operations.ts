/** What the operations of an account's settings and of its rules for follow-ups take and answer, for the API's description. */
import { accountExample, UpdateAccountRequest } from '#lib/contract/account.ts';
import {
  followUpPolicyExample,
  SetFollowUpPolicyRequest,
  setFollowUpPolicyExample,
} from '#lib/contract/follow-up-policy.ts';
import type { Operation } from '#lib/contract/routes.ts';
import { ofAccount, ofPolicy } from './answers.ts';
import { answered } from './examples.ts';
import type { OperationContract } from './operation-contract.ts';

export const SETTINGS_OPERATIONS = {
  'get-account': {
    tag: 'Settings',
    summary: 'See the account and its settings',
    description: 'What holds for all customers of the account.',
    success: {
      status: 200,
      schema: ofAccount,
      example: answered('Account retrieved successfully', accountExample),
    },
    errors: {},
  },
  'update-account': {
    tag: 'Settings',
    summary: 'Change the settings of the account',
    description:
      'Pages and messages that come after it have them. Limits of messages hold for every message that is due from then on. Laws, and our rules for people, hold besides.',
    body: UpdateAccountRequest,
    example: { supportPhone: '+2348031112222', messageHours: { opens: 9, closes: 17 } },
    success: {
      status: 200,
      schema: ofAccount,
      example: answered('Account updated successfully', accountExample),
    },
    errors: {},
  },
  'get-follow-up-policy': {
    tag: 'Settings',
    summary: 'See the rules for follow-ups',
    description: 'Which follow-ups a collection gets whose create does not say.',
    success: {
      status: 200,
      schema: ofPolicy,
      example: answered('Follow-up policy retrieved successfully', followUpPolicyExample),
    },
    errors: {},
  },
  'set-follow-up-policy': {
    tag: 'Settings',
    summary: 'Set the rules for follow-ups',
    description:
      'The first rule that a collection meets when it is created fills what its create does not say; the service chooses the rest. Plans name their rule. Collections that are there keep what they have. Without rules the service chooses for every collection.',
    body: SetFollowUpPolicyRequest,
    example: setFollowUpPolicyExample,
    success: {
      status: 200,
      schema: ofPolicy,
      example: answered('Follow-up policy updated successfully', followUpPolicyExample),
    },
    errors: { 409: ['concurrent_change'] },
  },
} as const satisfies Partial<Record<Operation, OperationContract>>;
