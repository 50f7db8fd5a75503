/** The screens of the workbench and their addresses. */
import { addressOf, hashOf } from '#lib/web/kit/address.ts';

export const SCREENS = {
  messages: 'Messages',
  schedules: 'Schedules',
  webhooks: 'Webhooks',
  faults: 'Faults',
  account: 'Key',
} as const;

export type Screen = keyof typeof SCREENS;

/** `id` is the person that is looked at, by an address or by a collection. */
export type Route = { screen: Screen; id?: string };

export function routeOf(hash: string): Route {
  const { screen: name, id } = addressOf(hash);
  const screen = (Object.keys(SCREENS) as Screen[]).find((known) => known === name) ?? 'messages';
  return id === undefined ? { screen } : { screen, id };
}

export const linkTo = (screen: Screen, id?: string): string => hashOf(screen, id);
