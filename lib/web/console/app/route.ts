/** The screens and their addresses: all behind `#`, so that a reload and the way back work. */

const SCREENS = ['collections', 'members', 'audit', 'enter'] as const;

export type Screen = (typeof SCREENS)[number];

/** `id` is the collection that is looked at, `new` for the form, or the token of a link. */
export type Route = { screen: Screen; id?: string; query: URLSearchParams };

export function routeOf(hash: string): Route {
  const [, name = '', id = '', query = ''] = /^#?\/?([^/?]*)\/?([^?]*)\??(.*)$/.exec(hash) ?? [];
  const screen = SCREENS.find((known) => known === name) ?? 'collections';
  return { screen, ...(id !== '' && { id: decode(id) }), query: new URLSearchParams(query) };
}

export function linkTo(screen: Screen, id?: string, query: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return `#/${screen}${id === undefined ? '' : `/${encodeURIComponent(id)}`}${search}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
