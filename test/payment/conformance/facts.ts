/** The rules for the facts of every provider: they agree with what its adapter does. */
import { expect, it } from 'vitest';
import { isCurrency } from '#lib/domain/money.ts';
import type { ProviderKind } from '#lib/domain/provider.ts';
import { factsOf } from '#lib/payment/providers.ts';
import type { ProviderScript } from './provider-script.ts';

export const statesFacts = ({ name, credentials, openings, unsupported }: ProviderScript): void => {
  const { secrets, apiHosts, checkoutHosts, capabilities } = factsOf(name as ProviderKind);

  it(`the facts of ${name} name the secrets that its adapter needs`, () => {
    expect(Object.keys(credentials).toSorted()).toEqual(secrets.toSorted());
  });

  it(`the facts of ${name} have addresses over https, without a slash at the end`, () => {
    expect(checkoutHosts).not.toEqual([]);
    for (const host of [...Object.values(apiHosts), ...checkoutHosts]) expect(host).toMatch(/^https:\/\/.*[^/]$/);
  });

  it(`the adapter of ${name} opens every method of its facts, first in a currency of its facts, and no other method`, () => {
    const opened = openings.filter(({ method }) => method !== 'checkout');
    expect([...new Set(opened.map(({ method }) => method))].toSorted()).toEqual(Object.keys(capabilities).toSorted());
    const currenciesOf = (method: string) =>
      opened.flatMap((opening) => (opening.method === method ? [opening.order.amount.currency] : []));
    for (const [method, currencies] of Object.entries(capabilities)) {
      if (currencies !== 'any')
        expect(currencies, method).toEqual(expect.arrayContaining(currenciesOf(method).slice(0, 1)));
    }
    for (const method of unsupported) expect(capabilities).not.toHaveProperty(method);
  });

  it(`the facts of ${name} name currencies by their codes`, () => {
    for (const currencies of Object.values(capabilities)) {
      for (const currency of currencies === 'any' ? [] : currencies) expect(isCurrency(currency), currency).toBe(true);
    }
  });
};
