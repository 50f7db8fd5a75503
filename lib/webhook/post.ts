/** Posts one webhook: to a checked address, without redirects, and with limits on time and on what is read. */
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import type { DeliveryError } from '#lib/domain/webhook/delivery.ts';
import { type CheckedUrl, checkUrl, isRefused, type Receivers } from './public-address.ts';

/** `retryAfter` is the header as it came. */
export type PostResult = {
  status?: number;
  error?: DeliveryError;
  answer?: string;
  retryAfter?: string;
  milliseconds: number;
};

type Post = { url: string; headers: Record<string, string>; body: string };

type CheckedPost = Omit<Post, 'url'> & { checked: CheckedUrl };

const MAX_READ_BYTES = 16 * 1024;
const MAX_KEPT_BYTES = 1024;

/** Never throws. */
export async function postWebhook(receivers: Receivers, { url, headers, body }: Post): Promise<PostResult> {
  const startedAt = performance.now();
  const end = (posted: PostAnswer): PostResult => ({
    ...posted,
    milliseconds: Math.round(performance.now() - startedAt),
  });
  const timeout = AbortSignal.timeout(receivers.limits.totalMs);
  const checked = await Promise.race([checkUrl(receivers, url), rejectAtAbort(timeout)]).catch(() => undefined);
  if (checked === undefined) return end({ error: 'timeout' });
  if (isRefused(checked)) return end({ error: checked.refused });
  return end(await postTo(receivers, { checked, headers, body }, timeout));
}

type PostAnswer = Omit<PostResult, 'milliseconds'>;

/** Connects to the checked addresses only. Never throws. */
export async function postTo(receivers: Receivers, webhook: CheckedPost, timeout: AbortSignal): Promise<PostAnswer> {
  try {
    const response = await send(receivers, webhook, timeout);
    const answer = await readStart(response);
    const retryAfter = response.headers['retry-after'];
    const { statusCode: status } = response;
    return {
      ...(status !== undefined && { status }),
      ...(answer !== '' && { answer }),
      ...(retryAfter !== undefined && { retryAfter }),
    };
  } catch (error) {
    return { error: errorClass(error as Error) };
  }
}

const rejectAtAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

function send(
  { limits, trusted, port }: Receivers,
  { checked: { url, addresses }, headers, body }: CheckedPost,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const isHttps = url.protocol === 'https:';
  const request = (isHttps ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Collections-Webhooks/1',
      'accept-encoding': 'identity',
      connection: 'close',
      ...headers,
    },
    agent: false,
    lookup: onlyTo(addresses),
    signal,
    ...(isHttps && trusted !== undefined && { ca: trusted }),
    ...(port !== undefined && { port }),
  });
  limitConnecting(request, isHttps, limits.connectMs);
  request.on('response', resolve);
  request.on('error', reject);
  request.end(body);
  return promise;
}

/** The connection uses the addresses that were checked; the name is not resolved again. */
const onlyTo =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, answer) => {
    const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const [first] = known;
    if (all) answer(null, known);
    else answer(null, first?.address ?? '', first?.family);
  };

class ConnectTimeout extends Error {}

function limitConnecting(request: ClientRequest, isHttps: boolean, connectMs: number): void {
  const timer = setTimeout(() => request.destroy(new ConnectTimeout()), connectMs);
  const stop = () => clearTimeout(timer);
  request.on('socket', (socket) => socket.once(isHttps ? 'secureConnect' : 'connect', stop));
  request.on('close', stop);
}

/** Once the status is known, a broken or endless body changes nothing. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MAX_READ_BYTES) break;
    }
  } catch {
    // What came before is kept.
  } finally {
    response.destroy();
  }
  return keptText(Buffer.concat(chunks));
}

/** Without a character that the limit cuts, and without control characters. */
const keptText = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes.subarray(0, MAX_KEPT_BYTES), { stream: true }).replace(/[^\P{Cc}\n\t]/gu, ' ');

const TLS = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH)/;

function errorClass(error: Error & { code?: string; cause?: unknown }): DeliveryError {
  if (error instanceof ConnectTimeout || error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout';
  return TLS.test(error.code ?? '') ? 'tls' : 'connect';
}
