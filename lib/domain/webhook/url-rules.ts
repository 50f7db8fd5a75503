/** What the address of a webhook endpoint must look like. Whether its host is public is checked when it is resolved. */
import { isIP } from 'node:net';

export type UrlRules = {
  /** The host of this service, which must not call itself. */
  ownHost: string | undefined;
  /** Whether plain http on this machine is accepted. False in production. */
  allowsLoopback: boolean;
  /** The ports of the local run itself, and the only path there that takes webhooks. */
  own?: { ports: readonly string[]; receiverPath: string };
};

const MAX_BYTES = 2048;
const HTTP_PORT = '80';
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Says what is wrong, for the caller; undefined if nothing is. */
export function urlFault(text: string, { ownHost, allowsLoopback, own }: UrlRules): string | undefined {
  if (Buffer.byteLength(text) > MAX_BYTES) return `must have at most ${MAX_BYTES} bytes`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return 'must be an absolute URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  if (text.includes('#')) return 'must not have a fragment';
  if (allowsLoopback && isLoopback(url)) return isOwn(url, own) ? OWN : undefined;
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (url.port !== '') return 'must use port 443';
  // The URL parser has brought every other spelling of an IPv4 address into this form.
  if (isIP(url.hostname) !== 0 || url.hostname.startsWith('[')) return 'must name a host, not an address';
  const host = url.hostname.replace(/\.$/, '');
  return host === ownHost ? OWN : undefined;
}

const OWN = 'must not be an address of this service';

/** By any name of this machine. */
const isOwn = ({ port, pathname }: URL, own: UrlRules['own']): boolean =>
  own?.ports.includes(port || HTTP_PORT) === true && pathname !== own.receiverPath;

export const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && LOOPBACK_HOSTS.has(hostname);
