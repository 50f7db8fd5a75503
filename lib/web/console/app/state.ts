/** What the console knows, as signals: a part of the page that reads one is drawn again when it changes. */
import { computed, signal } from '@preact/signals';
import { clock } from '#lib/clock.ts';
import { type Language, tellerIn } from '#lib/web/console/format.ts';
import { en } from '#lib/web/console/words/en.ts';
import { fr } from '#lib/web/console/words/fr.ts';
import { tellingEn } from '#lib/web/console/words/telling-en.ts';
import { tellingFr } from '#lib/web/console/words/telling-fr.ts';
import { type Route, routeOf } from './route.ts';

export const ROLES = ['viewer', 'agent', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export type Session = {
  account: { id: string; name: string; mode: string; country?: string };
  member: { id: string; name: string; role: Role };
  expiresAt: string;
  baseUrl: string;
};

/** `unknown` until the service has been asked; `away` while it does not answer. */
export const session = signal<Session | 'unknown' | 'out' | 'away'>('unknown');

export const route = signal<Route>(routeOf(''));

/** What was done, for the eyes and for screen readers. */
export const said = signal('');

/** How far the service's clock is ahead of this machine's. */
export const ahead = signal(0);
/** This machine's time, every few seconds. */
export const tick = signal(clock.now().getTime());
/** The service's time. */
export const now = computed(() => tick.value + ahead.value);

const KEPT = 'console-language';

const firstLanguage = (): Language => {
  const kept = localStorage.getItem(KEPT);
  if (kept === 'en' || kept === 'fr') return kept;
  return navigator.language.startsWith('fr') ? 'fr' : 'en';
};

export const language = signal<Language>(firstLanguage());
export const words = computed(() => (language.value === 'fr' ? fr : en));
export const teller = computed(() => tellerIn(language.value, language.value === 'fr' ? tellingFr : tellingEn));

export function choose(chosen: Language): void {
  localStorage.setItem(KEPT, chosen);
  language.value = chosen;
}

export const member = computed(() => (typeof session.value === 'string' ? undefined : session.value.member));

/** Whether the member may do what needs this role; the service checks it again. */
export const may = (role: Role): boolean =>
  member.value !== undefined && ROLES.indexOf(member.value.role) >= ROLES.indexOf(role);
