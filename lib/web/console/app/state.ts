/** What the console knows, as signals: a part of the page that reads one is drawn again when it changes. */
import { batch, computed, signal } from '@preact/signals';
import { clock } from '#lib/clock.ts';
import { tellerIn } from '#lib/web/console/format.ts';
import type { ConsoleWords } from '#lib/words/console-words.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#lib/words/languages.ts';
import { loadConsoleWords } from '#lib/words/load-console-words.ts';
import { type Route, routeOf } from './route.ts';

export const ROLES = ['viewer', 'agent', 'admin'] as const;
export type Role = (typeof ROLES)[number];

type ShownPasskey = { id: string; name: string; createdAt: string; usedAt?: string };

export type Session = {
  account: { id: string; name: string; mode: string; country?: string };
  member: { id: string; name: string; role: Role; passkeys: readonly ShownPasskey[] };
  expiresAt: string;
  baseUrl: string;
};

/** `unknown` until the service has been asked; `away` while it does not answer. */
export const session = signal<Session | 'unknown' | 'out' | 'away'>('unknown');

/** The session has ended under somebody's hands: what is on the screen stays, hidden, until the same member is back. */
export const isExpired = signal(false);

export const route = signal<Route>(routeOf(''));

/** What was done, for the eyes and for screen readers. */
export const said = signal('');

/** Takes back what was said last, as long as it is said. */
const back = signal<{ text: string; undo: () => Promise<void> } | undefined>(undefined);
export const undo = computed(() =>
  said.value !== '' && back.value?.text === said.value ? back.value.undo : undefined,
);

export function sayUndoable(text: string, undoes: () => Promise<void>): void {
  batch(() => {
    said.value = text;
    back.value = { text, undo: undoes };
  });
}

/** How far the service's clock is ahead of this machine's. */
export const ahead = signal(0);
/** This machine's time, every few seconds. */
export const tick = signal(clock.now().getTime());
/** The service's time. */
export const now = computed(() => tick.value + ahead.value);

const LANGUAGE_KEY = 'console-language';

/** The language that was chosen here before, else the browser's, else English. */
export function firstLanguage(): Language {
  const tags = [localStorage.getItem(LANGUAGE_KEY), navigator.language.split('-')[0]];
  const known = tags.map((tag) => LANGUAGES.find((language) => language === tag));
  return known.find((language) => language !== undefined) ?? DEFAULT_LANGUAGE;
}

export const language = signal<Language>(DEFAULT_LANGUAGE);
const loaded = signal<ConsoleWords | undefined>(undefined);
/** Nothing is drawn before the first are there. */
export const words = computed((): ConsoleWords => {
  if (loaded.value === undefined) throw new Error('no words are loaded yet');
  return loaded.value;
});
export const teller = computed(() => tellerIn(language.value, words.value.timeline));

/** @throws when the words cannot be loaded */
export async function speak(chosen: Language): Promise<void> {
  const { consoleWords } = await loadConsoleWords[chosen].console();
  batch(() => {
    loaded.value = consoleWords;
    language.value = chosen;
  });
}

export async function choose(chosen: Language): Promise<void> {
  localStorage.setItem(LANGUAGE_KEY, chosen);
  await speak(chosen);
}

export const member = computed(() => (typeof session.value === 'string' ? undefined : session.value.member));

/** Of the account; it decides how phones, currencies and days are understood. */
export const country = computed(() => (typeof session.value === 'string' ? undefined : session.value.account.country));

/** Whether the member may do what needs this role; the service checks it again. */
export const may = (role: Role): boolean =>
  member.value !== undefined && ROLES.indexOf(member.value.role) >= ROLES.indexOf(role);
