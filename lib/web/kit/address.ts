/** An address behind `#`, such as `#/collections/pay_1?status=pending`: a reload and the way back keep the screen. */

export type Address = { screen: string; id?: string; query: URLSearchParams };

export function addressOf(hash: string): Address {
  const [, screen = '', id = '', query = ''] = /^#?\/?([^/?]*)\/?([^?]*)\??(.*)$/.exec(hash) ?? [];
  return { screen, ...(id !== '' && { id: decoded(id) }), query: new URLSearchParams(query) };
}

export const hashOf = (screen: string, id?: string): string =>
  `#/${screen}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
