/** The screens of the console and their addresses. */
import { addressOf, hashOf } from '#lib/web/kit/address.ts';

const SCREENS = [
  'home',
  'today',
  'customers',
  'collections',
  'payments',
  'statement',
  'receipt',
  'activity',
  'members',
  'settings',
  'developers',
  'audit',
  'enter',
] as const;

export type Screen = (typeof SCREENS)[number];

/** `id` is the collection, customer or endpoint that is looked at, `new` for the form, `import` for a file, or the token of a link. */
export type Route = { screen: Screen; id?: string; query: URLSearchParams };

export function routeOf(hash: string): Route {
  const address = addressOf(hash);
  return { ...address, screen: SCREENS.find((known) => known === address.screen) ?? 'home' };
}

export function linkTo(screen: Screen, id?: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return `${hashOf(screen, id)}${search}`;
}
