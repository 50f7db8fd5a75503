/** Whether a browser may be sent on to a provider's link: form answers may only lead where the page's policy says. */

/** `redirect`: the policy allows it; `link`: only a click of its own may lead there; undefined: nobody is sent there. */
export function wayTo(link: string, hosts: readonly string[]): 'redirect' | 'link' | undefined {
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (hosts.some((host) => covers(host, url))) return 'redirect';
  return url.protocol === 'https:' ? 'link' : undefined;
}

/** As browsers match sources of the forms `https://pay.example` and `https://*.pay.example`. */
function covers(source: string, { protocol, host, origin }: URL): boolean {
  const [scheme = '', domain = ''] = source.split('://*');
  return domain === '' ? source === origin : protocol === `${scheme}:` && host.endsWith(domain);
}
