/** What the operations of an account's settings of its rules for follow-ups and of its texts take and answer, for the API's description. */
import { SetLogoRequest, UpdateAccountRequest } from '#lib/contract/account.ts';
import { accountExample } from '#lib/contract/account-texts.ts';
import {
  followUpPolicyExample,
  RehearsePolicyRequest,
  SetFollowUpPolicyRequest,
  setFollowUpPolicyExample,
} from '#lib/contract/follow-up-policy.ts';
import { AgendaQuery } from '#lib/contract/forecast.ts';
import {
  agendaExample,
  agendaParameters,
  rehearsalExample,
  rehearsePolicyExample,
} from '#lib/contract/forecast-texts.ts';
import { ListRemindersQuery, listRemindersParameters, remindersExample } from '#lib/contract/reminders.ts';
import type { Operation } from '#lib/contract/routes.ts';
import { PreviewTextRequest, SetTextRequest } from '#lib/contract/text.ts';
import {
  previewTextExample,
  setTextExample,
  textExample,
  textPreviewExample,
  textsExample,
} from '#lib/contract/text-texts.ts';
import { ofAccount, ofAgenda, ofPolicy, ofRehearsal, ofReminders, ofText, ofTextPreview, ofTexts } from './answers.ts';
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
  'set-logo': {
    tag: 'Settings',
    summary: 'Set the logo',
    description:
      'It is above pages and emails that come after it. Emails show no SVG. Messages that were sent keep the logo that they have.',
    body: SetLogoRequest,
    example: {
      image: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    },
    success: { status: 200, schema: ofAccount, example: answered('Logo updated successfully', accountExample) },
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
  'rehearse-policy': {
    tag: 'Settings',
    summary: 'Try rules before they are set',
    description:
      'Counts the messages of the next 60 days for all that is owed now: as the collections are, and as they would be if the rules had been in force when they were created. Nothing is sent or changed. A large account is counted in the background.',
    body: RehearsePolicyRequest,
    example: rehearsePolicyExample,
    success: {
      status: 200,
      schema: ofRehearsal,
      example: answered('Rehearsal started successfully', rehearsalExample),
    },
    errors: {},
  },
  'get-rehearsal': {
    tag: 'Settings',
    summary: 'See the last rehearsal',
    description: 'As far as it was counted by now.',
    success: {
      status: 200,
      schema: ofRehearsal,
      example: answered('Rehearsal retrieved successfully', rehearsalExample),
    },
    errors: {},
  },
  'list-reminders': {
    tag: 'Follow-ups',
    summary: 'See the last and the next reminders',
    description: 'Of some collections at once, as for a page of their list.',
    query: ListRemindersQuery,
    queryTexts: listRemindersParameters,
    success: {
      status: 200,
      schema: ofReminders,
      example: answered('Reminders retrieved successfully', [remindersExample]),
    },
    errors: { 403: ['collection_forbidden'], 404: ['collection_not_found'] },
  },
  'get-agenda': {
    tag: 'Follow-ups',
    summary: 'See what goes out next',
    description:
      'The messages of each day, if nobody pays or answers until then. Opt-outs, limits of messages to one person, laws and hours hold as for the messages themselves. A large account is counted in the background, at most every 15 minutes.',
    query: AgendaQuery,
    queryTexts: agendaParameters,
    success: { status: 200, schema: ofAgenda, example: answered('Agenda retrieved successfully', agendaExample) },
    errors: {},
  },
  'list-texts': {
    tag: 'Settings',
    summary: 'List the texts of the account',
    description: 'Those in force. All other messages are in the words of the service.',
    success: { status: 200, schema: ofTexts, example: answered('Texts retrieved successfully', textsExample) },
    errors: {},
  },
  'get-text': {
    tag: 'Settings',
    summary: 'See a text and its versions',
    description:
      'The words in force for one kind of message, in one language and by one channel; what can stand in them; and what was saved before.',
    success: { status: 200, schema: ofText, example: answered('Text retrieved successfully', textExample) },
    errors: {},
  },
  'set-text': {
    tag: 'Settings',
    summary: 'Save a text',
    description:
      'Messages that go out after it have it; plans name its version. A text that cannot be filled, or that a channel refuses, never stops a message: the words of the service are sent, and the collection needs attention. Other languages have the words of the service.',
    body: SetTextRequest,
    example: setTextExample,
    success: { status: 200, schema: ofText, example: answered('Text updated successfully', textExample) },
    errors: { 409: ['concurrent_change'] },
  },
  'delete-text': {
    tag: 'Settings',
    summary: 'Take a text back',
    description:
      'Messages that go out after it have the words of the service. Its versions stay, and each can be saved again.',
    success: { status: 200, schema: ofText, example: answered('Text taken back successfully', textExample) },
    errors: { 409: ['concurrent_change'] },
  },
  'preview-text': {
    tag: 'Settings',
    summary: 'Try a text',
    description:
      'A message with the words given, or those in force, of a collection or an example. Nothing is saved or sent.',
    body: PreviewTextRequest,
    example: previewTextExample,
    success: {
      status: 200,
      schema: ofTextPreview,
      example: answered('Text previewed successfully', textPreviewExample),
    },
    errors: { 403: ['collection_forbidden'], 404: ['collection_not_found'] },
  },
} as const satisfies Partial<Record<Operation, OperationContract>>;
