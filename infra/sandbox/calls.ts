/** The sandbox provider's HTTP calls, in a form that any server can offer. */
import type { IncomingHttpHeaders } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Ledger } from './ledger.ts';

/** `id` is the segment that stands where the call's path says `{id}`. */
export type SandboxCall = { id: string; query: URLSearchParams; headers: IncomingHttpHeaders; body: string };

/** `no answer`: the call was carried out, and the connection ends without a response. */
export type SandboxAnswer = APIGatewayProxyResult | 'no answer';

/** By `METHOD path`. */
export type SandboxCalls = Record<string, (call: SandboxCall) => SandboxAnswer | Promise<SandboxAnswer>>;

/** What the API's calls work with; `url` is the sandbox provider's own address. */
export type ApiParts = { url: string; ledger: Ledger; now: () => Date };

/** A call with a valid key; undefined when there is nothing of that name. */
export type MerchantCall = (call: SandboxCall & { merchant: string }) => APIGatewayProxyResult | undefined;
