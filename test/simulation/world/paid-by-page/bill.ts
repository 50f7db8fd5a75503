/** What is to be paid on a page, and which ways its page offers. */
import type { Random } from '#test/simulation/kernel/random.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Till, TillSession } from './till.ts';

export const MERCHANT = 'Paid By Page';

export type Way = 'checkout' | 'card' | 'virtual_account' | 'bank_transfer' | 'mobile_money';
export type Paying = { world: World; random: Random; key: string; till: Till };

/** `shown`: what was opened last by each way, for the amount that was asked for then. In minor units. */
export type Bill = {
  id: string;
  token: string;
  methods: readonly string[];
  minor: number;
  outstanding: number;
  shown: Map<string, TillSession>;
};

const ACCOUNTS: readonly Way[] = ['virtual_account', 'bank_transfer'];

/** An account that is open for what is outstanding is shown, and needs no form. */
export function formsOf({ methods, outstanding, shown }: Bill): string[] {
  const isShown = (way: Way) => shown.get(way)?.asked === outstanding;
  const account = ACCOUNTS.find((way) => methods.includes(way));
  return [
    'checkout',
    ...(methods.includes('card') ? ['card'] : []),
    ...(account !== undefined && !ACCOUNTS.some(isShown) ? [account] : []),
    ...(methods.includes('mobile_money') && !isShown('mobile_money') ? ['mobile_money'] : []),
  ].toSorted();
}

export const methodsOf = (html: string): string[] =>
  [...html.matchAll(/<input type="hidden" name="method" value="(\w+)">/g)].map(([, way = '']) => way).toSorted();

export const sumOf = (currency: string, minor: number): string =>
  `${currency}\u00a0${(minor / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
