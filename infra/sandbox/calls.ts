/** The sandbox provider's HTTP calls, in a form that any server can offer. */
import type { IncomingHttpHeaders } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';

/** `id` is the segment that stands where the call's path says `{id}`. */
export type SandboxCall = { id: string; query: URLSearchParams; headers: IncomingHttpHeaders; body: string };

/** `no answer`: the call was carried out, and the connection ends without a response. */
export type SandboxAnswer = APIGatewayProxyResult | 'no answer';

/** By `METHOD path`. */
export type SandboxCalls = Record<string, (call: SandboxCall) => SandboxAnswer | Promise<SandboxAnswer>>;
