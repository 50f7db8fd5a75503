/** Test accounts send nothing to anybody: a message of theirs counts as accepted, with an id that says so. */
import { testMessageId } from '#lib/domain/message/outgoing.ts';
import type { Send } from './send.ts';

/** The local run lets them send, because its channels are fakes; no stack sets the variable. Tests replace its part. */
export const testAccounts = { send: process.env['TEST_ACCOUNTS_SEND'] === 'true' };

export const exceptForTestAccounts =
  (send: Send): Send =>
  async (outgoing) =>
    outgoing.isTest && outgoing.attempt && !testAccounts.send
      ? { kind: 'accepted', messageId: testMessageId(outgoing.attempt.token) }
      : send(outgoing);
