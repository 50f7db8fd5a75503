/** The calls under `/_local/sandbox/`: what happens at the sandbox provider, which then calls our webhook. */
import type { LocalCalls } from './local-call.ts';
import { moneyBackCalls } from './sandbox-money-back.ts';
import { paymentCalls } from './sandbox-payments.ts';
import { sessionListCalls } from './sandbox-sessions.ts';
import { transactionCalls } from './sandbox-transactions.ts';
import type { SandboxParts } from './sandbox-webhook.ts';

export const sandboxCalls = (parts: SandboxParts): LocalCalls => ({
  ...paymentCalls(parts),
  ...transactionCalls(parts),
  ...moneyBackCalls(parts),
  ...sessionListCalls(parts),
});
