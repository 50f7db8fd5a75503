/** The screens of the console and their addresses. */
import { addressOf, hashOf } from '#lib/web/kit/address.ts';

const SCREENS = ['collections', 'members', 'audit', 'enter'] as const;

export type Screen = (typeof SCREENS)[number];

/** `id` is the collection that is looked at, `new` for the form, or the token of a link. */
export type Route = { screen: Screen; id?: string; query: URLSearchParams };

export function routeOf(hash: string): Route {
  const address = addressOf(hash);
  return { ...address, screen: SCREENS.find((known) => known === address.screen) ?? 'collections' };
}

export function linkTo(screen: Screen, id?: string, query: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return `${hashOf(screen, id)}${search}`;
}
