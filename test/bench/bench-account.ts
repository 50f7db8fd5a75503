/** An account with a key, whose requests call the handlers of the functions. */
import { issueApiKey, openAccount } from '#infra/cli/manage-accounts.ts';
import type { Account } from '#lib/domain/account.ts';
import { output } from '#lib/log.ts';
import type { Call } from '#test/support/api-event.ts';
import { type Answer, type Handler, invoke } from '#test/support/invoke.ts';

export type BenchAccount = {
  account: Account;
  /** Calls a handler with the account's key; an answer other than `expected` ends the benchmark. */
  ask(handler: Handler, expected: number, call?: Call): Promise<Answer>;
};

// Without this the log lines of the functions would appear between the tables.
output.write = () => {};

export async function openBenchAccount(): Promise<BenchAccount> {
  const account = await openAccount({ name: 'Bench', mode: 'test', country: 'NG' });
  const { apiKey: key } = await issueApiKey(account);
  return {
    account,
    ask: async (handler, expected, call) => {
      const answer = await invoke(handler, { key, ...call });
      if (answer.status !== expected) throw new Error(`expected ${expected}, but got ${answer.status}: ${answer.text}`);
      return answer;
    },
  };
}
