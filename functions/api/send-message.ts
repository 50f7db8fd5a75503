/** POST /public/collections/{id}/messages: what a person of the merchant writes to the customer; safe to repeat. */
import { channelsFrom } from '#lib/channels/channels.ts';
import { toHistoryResponse } from '#lib/contract/show-collection.ts';
import { type DecisionNeeds, decisionEndpoint, decisionNeeds } from '#lib/endpoints/decision-endpoint.ts';
import { service } from '#lib/service.ts';
import { recordEvent } from '#lib/store/collection/collections.ts';
import { findOpen } from '#lib/store/collection/open-by-address.ts';
import { claimMessage, recordAnswer, recordLastMessage, releaseMessage } from '#lib/store/message/messages.ts';
import { readWrittenTurns, saveWrittenTurns } from '#lib/store/message/turns.ts';
import { optOut } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { writeToCustomer } from '#lib/use-cases/write-to-customer.ts';

const messages = { readWrittenTurns, saveWrittenTurns, claimMessage, releaseMessage, recordAnswer, recordLastMessage };

const needs = {
  ...decisionNeeds,
  ...channelsFrom(service.settings, service),
  ...storeOf(table, { ...messages, recordEvent, findOpen, optOut }),
};

export const sendMessage = (deps: DecisionNeeds & typeof needs) =>
  decisionEndpoint(deps, {
    success: { status: 201, message: 'Message sent successfully' },
    body: async () => (await import('#lib/contract/answers.ts')).readSendMessage,
    what: 'message_sent',
    detail: ({ channel }) => channel,
    decide: (named, asked) => writeToCustomer(deps, named, asked),
    show: toHistoryResponse,
  });

export const handler = sendMessage(needs);
