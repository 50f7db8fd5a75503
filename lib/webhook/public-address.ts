/** How receivers of webhooks are reached, and at which addresses: at none that is not public, checked at create and update, before a ping, and before every attempt. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { isLoopback } from '#lib/domain/loopback.ts';
import { type UrlRules, urlFault } from '#lib/domain/webhook/endpoint.ts';
import type { Service } from '#lib/service.ts';
import type { Settings } from '#lib/settings.ts';

export type Receivers = {
  rules: UrlRules;
  limits: { connectMs: number; totalMs: number };
  /** All addresses of a host. @throws when it has none */
  resolve: (host: string) => Promise<string[]>;
  /** Certificates that are trusted besides the public ones. */
  trusted?: string;
  /** Instead of the port in the address. */
  port?: number;
};

export const receiversFrom = ({ baseUrl, webhooksToLoopback }: Settings): Receivers => ({
  rules: {
    ownHost: URL.canParse(baseUrl) ? new URL(baseUrl).hostname : undefined,
    allowsLoopback: webhooksToLoopback,
  },
  limits: { connectMs: 5_000, totalMs: 15_000 },
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
});

const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Of Azure: what a machine there asks about itself.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** Only this part of IPv6 is public. Mapped and translated IPv4 addresses are outside of it. */
const GLOBAL_V6 = '2000::/3';

/** IETF's own assignments (Teredo among them), documentation, 6to4, AS112. */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const notPublicV4 = listOf(NOT_PUBLIC_V4, 'ipv4');
const globalV6 = listOf([GLOBAL_V6], 'ipv6');
const notPublicV6 = listOf(NOT_PUBLIC_V6, 'ipv6');
const loopback = listOf(['127.0.0.0/8'], 'ipv4');

function listOf(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublicV4.check(address, 'ipv4');
  // An address with a zone is local to a link.
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6');
}

const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || (isIPv4(address) && loopback.check(address, 'ipv4'));

/** `addresses` are checked: the connection must go to one of them. */
export type CheckedUrl = { url: URL; addresses: string[] };

type UrlRefusal = { refused: 'dns' | 'blocked'; message: string };

/** One private address among public ones is enough to refuse the host. */
export async function checkUrl(
  { rules, resolve }: Pick<Receivers, 'rules' | 'resolve'>,
  text: string,
): Promise<CheckedUrl | UrlRefusal> {
  const fault = urlFault(text, rules);
  if (fault !== undefined) return { refused: 'blocked', message: fault };
  const url = new URL(text);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = await resolve(host).catch(() => []);
  if (addresses.length === 0) return { refused: 'dns', message: 'must name a host that can be found' };
  // The rules let only hosts of this machine have plain http.
  const isAllowed = isLoopback(url) ? isLoopbackAddress : isPublicAddress;
  if (!addresses.every(isAllowed))
    return { refused: 'blocked', message: 'must name a host with public addresses only' };
  return { url, addresses };
}

export const isRefused = (checked: CheckedUrl | UrlRefusal): checked is UrlRefusal => 'refused' in checked;

type UrlChecker = { checkUrl: (text: string) => Promise<CheckedUrl | UrlRefusal> };

export const urlCheckerFrom = ({ settings }: Pick<Service, 'settings'>): UrlChecker => {
  const receivers = receiversFrom(settings);
  return { checkUrl: (text) => checkUrl(receivers, text) };
};
