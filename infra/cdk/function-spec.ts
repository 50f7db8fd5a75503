/** What a function may do besides reading and writing the table, and what callers notice if it fails. */
export type FunctionSpec = {
  /** It is told which channels have a sender, because plans depend on it. */
  plansFollowUps?: true;
  /** It may read the credentials of payment providers, and gets the time to call them. */
  callsProviders?: true;
  /** It may read the key from which the secrets of webhook endpoints are derived, and gets the time to call a receiver. */
  signsWebhooks?: true;
  /** It may put deliveries on the queue of webhooks. */
  queuesWebhooks?: true;
  /** It may put runs on the queue of runs. */
  queuesRuns?: true;
  /** It may send emails to the people of merchants. */
  mailsMembers?: true;
  /** It may send messages to customers. */
  writesToCustomers?: true;
  /** The stack of what merchants set: none has room for all functions. A function never moves: its route would lead nowhere meanwhile. */
  stack?: 'desk';
  /** Inside `functions/`; `api` by default. */
  folder?: string;
  /** The text of its alarms. */
  impact: string;
};
