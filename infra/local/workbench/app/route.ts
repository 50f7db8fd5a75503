/** The screens and their addresses: all behind `#`, so that a reload and the way back work. */

export const SCREENS = {
  collections: 'Collections',
  messages: 'Messages',
  schedules: 'Schedules',
  webhooks: 'Webhooks',
  faults: 'Faults',
  account: 'Key',
} as const;

export type Screen = keyof typeof SCREENS;

/** `id` is the collection or the person that is looked at; `new` is the form for a collection. */
export type Route = { screen: Screen; id?: string };

export function routeOf(hash: string): Route {
  const [, name = '', id = ''] = /^#?\/?([^/]*)\/?(.*)$/.exec(hash) ?? [];
  const screen = (Object.keys(SCREENS) as Screen[]).find((known) => known === name) ?? 'collections';
  return id === '' ? { screen } : { screen, id: decode(id) };
}

export const linkTo = (screen: Screen, id?: string): string =>
  `#/${screen}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
