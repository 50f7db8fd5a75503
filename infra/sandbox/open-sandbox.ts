/** The sandbox payment provider: sessions, money and webhooks as at a real one, with a page on which a click pays. */
import type { DatabaseSync } from 'node:sqlite';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { ApiNeeds, MerchantCall, SandboxAnswer, SandboxCall, SandboxCalls } from './answers.ts';
import { NOT_FOUND, refusal } from './answers.ts';
import { sandboxCheckout } from './checkout.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { type CredentialStore, findMerchants, type Merchants, readMerchant } from './merchants.ts';
import { sessionCalls } from './sessions.ts';
import { openOwn, transactionReads } from './transactions.ts';
import { openWebhooks, type Webhooks } from './webhooks.ts';

/** How a call fails on demand: refused before anything is done, or carried out without an answer. */
type SandboxFault = 'reject' | 'throttle' | 'error' | 'lost-reply' | 'unavailable-verify';

/** Decides for each call of a merchant whether it fails, and how. `unavailable-verify` is for calls that read money. */
type SandboxFaults = { take(service: 'sandbox', isRead: boolean): SandboxFault | undefined };

const NO_KEY = refusal(401, 'invalid_key', 'The key is not one of this provider');
const BROKEN = refusal(500, 'internal_error', 'Something went wrong');

const FAILURES: Record<Exclude<SandboxFault, 'lost-reply'>, APIGatewayProxyResult> = {
  reject: refusal(400, 'declined', 'This was declined'),
  throttle: refusal(429, 'too_many_requests', 'Too many requests'),
  error: BROKEN,
  'unavailable-verify': BROKEN,
};

function sandboxApi({ faults, ...parts }: ApiNeeds & { faults: SandboxFaults }): SandboxCalls {
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

export type Sandbox = {
  calls: SandboxCalls;
  ledger: Ledger;
  merchants: Merchants;
  webhooks: Webhooks;
  close(): Promise<void>;
};

type SandboxNeeds = {
  /** Its own address: links lead there, and its calls are under that path. */
  url: string;
  /** Of the service whose webhooks it calls. */
  baseUrl: string;
  /** For its records alone; closed with the sandbox. */
  database: DatabaseSync;
  credentials: CredentialStore;
  faults: SandboxFaults;
  now: () => Date;
};

export function openSandbox({ url, baseUrl, database, credentials, faults, now }: SandboxNeeds): Sandbox {
  const ledger = openLedger(database);
  const merchants = findMerchants(credentials);
  const webhooks = openWebhooks({ baseUrl, ledger, merchants, now });
  return {
    calls: {
      ...sandboxApi({ url, ledger, faults, now }),
      ...sandboxCheckout({ url, ledger, merchants, webhooks, now }),
    },
    ledger,
    merchants,
    webhooks,
    close: async () => {
      await webhooks.stop();
      ledger.close();
    },
  };
}
