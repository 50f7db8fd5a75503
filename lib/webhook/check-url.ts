/** The one check of a receiver's address: at create and update, before a ping, and before every attempt. */
import { isLoopback, urlFault } from '#lib/domain/webhook/endpoint.ts';
import type { Service } from '#lib/service.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';
import { type Receivers, receiversFrom } from './receivers.ts';

/** `addresses` are checked: the connection must go to one of them. */
export type CheckedUrl = { url: URL; addresses: string[] };

export type UrlRefusal = { refused: 'dns' | 'blocked'; message: string };

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

export type UrlChecker = { checkUrl: (text: string) => Promise<CheckedUrl | UrlRefusal> };

export const urlCheckerFrom = ({ settings }: Pick<Service, 'settings'>): UrlChecker => {
  const receivers = receiversFrom(settings);
  return { checkUrl: (text) => checkUrl(receivers, text) };
};
