/** Shows a part of the console as a browser would, and acts on it by what its reader sees: labels, and names of buttons. */
import { configure, fireEvent, getByLabelText, getByRole, queryByRole, waitFor } from '@testing-library/dom';
import { type ComponentChild, render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { ahead, tick as now, type Role, said, session, speak } from '#lib/web/console/app/state.ts';

// Nothing is timed here: this only ends what never comes, on a busy machine, too.
configure({ asyncUtilTimeout: 20_000 });

export const NOW = new Date(2026, 2, 2, 12).getTime();

// What goes on after its test finds no service.
globalThis.fetch = async () => {
  throw new TypeError('the test is over');
};

/** In English, at `NOW`, with an admin signed in; afterwards nothing of it is left. */
export function useScreen(): void {
  beforeAll(() => speak('en'));
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
    now.value = NOW;
    ahead.value = 0;
    signIn('admin');
  });
  afterEach(() => {
    show(null);
    document.body.replaceChildren();
    localStorage.clear();
    session.value = 'unknown';
    said.value = '';
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
}

export function signIn(role: Role): void {
  session.value = {
    account: { id: 'acc_1', name: 'Shop', mode: 'test', country: 'NG' },
    member: { id: 'mem_1', name: 'Ada', role, passkeys: [] },
    expiresAt: '2099-01-01T00:00:00.000Z',
    baseUrl: 'https://pay.example',
  };
}

/** With its effects, and without those of what was there before: nothing of that asks any more. */
export function show(part: ComponentChild): void {
  void act(() => render(part, document.body));
}

/** As readers see it: all spaces are one. */
const seen = <Name extends string | RegExp>(name: Name) =>
  (typeof name === 'string' ? name.replace(/\s+/g, ' ') : name) as Name;

const inside = (): HTMLElement => queryByRole(document.body, 'dialog') ?? document.body;

export const field = (label: string | RegExp): HTMLInputElement =>
  getByLabelText<HTMLInputElement>(inside(), seen(label));
export const type = (label: string | RegExp, value: string): void => {
  fireEvent.input(field(label), { target: { value } });
};
export const choose = (label: string | RegExp, value: string): void => {
  fireEvent.change(field(label), { target: { value } });
};
export const tick = (label: string | RegExp): void => field(label).click();
export const button = (name: string | RegExp): HTMLButtonElement =>
  getByRole<HTMLButtonElement>(inside(), 'button', {
    name: typeof name === 'string' ? (said) => seen(said) === seen(name) : name,
  });
/** What they say, in their order. */
export const buttons = (): string[] => [...inside().querySelectorAll('button')].map(textOf);
/** As soon as it can be pressed. */
export async function press(name: string | RegExp): Promise<void> {
  await waitFor(() => {
    if (button(name).disabled) throw new Error(`${name} cannot be pressed`);
  });
  button(name).click();
}
export const textOf = (element: Element | null | undefined): string => seen(element?.textContent ?? '');
export const textsOf = (selector: string): string[] => [...document.querySelectorAll(selector)].map(textOf);
export const text = (): string => textOf(document.body);
/** What was said of the last action. */
export const lastSaid = (): string => seen(said.value);

export const ngn = (value: number) => ({ value, currency: 'NGN' });

/** The files that are saved from now on, each with its lines. */
export function savedFiles(): () => Promise<string[][]> {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  return () => Promise.all(files.map(async (file) => (await file.text()).trim().split('\r\n')));
}

/** Until it holds: what is asked of the service is answered a moment later. */
export const until = waitFor;
