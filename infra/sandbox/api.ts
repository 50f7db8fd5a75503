/** The sandbox provider's REST API, as docs/reference/sandbox-provider.md describes it: keys, and failures on demand. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import { NOT_FOUND, refusal } from './answers.ts';
import type { ApiParts, MerchantCall, SandboxAnswer, SandboxCall, SandboxCalls } from './calls.ts';
import { readMerchant } from './merchants.ts';
import { sessionCalls } from './sessions.ts';
import { openOwn, transactionReads } from './transactions.ts';

/** How a call fails on demand: refused before anything is done, or carried out without an answer. */
type SandboxFault = 'reject' | 'throttle' | 'error' | 'lost-reply' | 'unavailable-verify';

/** Decides for each call of a merchant whether it fails, and how. `unavailable-verify` is for calls that read money. */
export type SandboxFaults = { take(service: 'sandbox', isRead: boolean): SandboxFault | undefined };

const NO_KEY = refusal(401, 'invalid_key', 'The key is not one of this provider');
const BROKEN = refusal(500, 'internal_error', 'Something went wrong');

const FAILURES: Record<Exclude<SandboxFault, 'lost-reply'>, APIGatewayProxyResult> = {
  reject: refusal(400, 'declined', 'This was declined'),
  throttle: refusal(429, 'too_many_requests', 'Too many requests'),
  error: BROKEN,
  'unavailable-verify': BROKEN,
};

export function sandboxApi({ faults, ...parts }: ApiParts & { faults: SandboxFaults }): SandboxCalls {
  const forMerchant =
    (run: MerchantCall, isRead: boolean) =>
    (call: SandboxCall): SandboxAnswer => {
      const merchant = readMerchant(call.headers.authorization);
      if (merchant === undefined) return NO_KEY;
      const fault = faults.take('sandbox', isRead);
      if (fault !== undefined && fault !== 'lost-reply') return FAILURES[fault];
      const answer = run({ ...call, merchant }) ?? NOT_FOUND;
      return fault === 'lost-reply' ? 'no answer' : answer;
    };
  const base = `${new URL(parts.url).pathname}/v1`;
  const offered = (calls: Record<string, MerchantCall>, isRead: boolean): SandboxCalls =>
    Object.fromEntries(
      Object.entries(calls).map(([name, run]) => [name.replace(' ', ` ${base}`), forMerchant(run, isRead)]),
    );

  return {
    ...offered({ ...sessionCalls(parts), 'POST /transactions': openOwn(parts) }, false),
    ...offered(transactionReads(parts), true),
  };
}
