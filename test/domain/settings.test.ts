/** What a change of an account's settings sets and takes away. */
import { describe, expect, it } from 'vitest';
import { changed, changeSettings, type GivenSettings } from '#lib/domain/settings.ts';
import { refusalOf } from '#test/domain/a-revisable.ts';
import { anAccount, anAccountWith } from '#test/support/a-collection.ts';

const account = { ...anAccount(), promiseDays: 7, supportEmail: 'help@shop.example', color: '#0b57d0' };

describe('a change of settings', () => {
  it.each<[GivenSettings, object, string[]]>([
    [{ name: 'New' }, { name: 'New' }, []],
    [{ promiseDays: null }, {}, ['promiseDays']],
    [{ digest: 'off' }, { digest: 'off' }, []],
    [{ partPayments: 'on' }, { partPayments: 'on' }, []],
    [{ messageHours: { opens: 9, closes: 17 }, color: null }, { messageHours: { opens: 9, closes: 17 } }, ['color']],
  ])('%j sets %j and takes %j away', (given, set, remove) => {
    const change = changeSettings(account, given);
    expect(change).toEqual({ set, remove });
    const after = changed(account, change ?? { set: {}, remove: [] });
    expect(changeSettings(after, given)).toBeUndefined();
    for (const name of remove) expect(after).not.toHaveProperty(name);
    expect(after).toMatchObject(set);
  });

  it.each<GivenSettings>([
    { promiseDays: 7 },
    { digest: 'on' },
    { partPayments: 'off' },
    { website: null },
    { messageHours: undefined },
  ])('%j changes nothing', (given) => {
    expect(changeSettings(account, given)).toBeUndefined();
  });

  it('digest goes on again, and parts are taken no more', () => {
    const parts = changeSettings({ ...account, partPayments: 'on' }, { partPayments: 'off' });
    expect(parts).toEqual({ set: {}, remove: ['partPayments'] });
    expect(changeSettings({ ...account, digest: 'off' }, { digest: 'on' })).toEqual({ set: {}, remove: ['digest'] });
  });

  it('a provider that the account has not is refused', () => {
    const { errors } = refusalOf(() => changeSettings(account, { defaultProvider: 'toString' })).details;
    expect(errors).toEqual([{ path: 'defaultProvider', message: 'is not a provider of this account' }]);
  });

  it('a provider that is disabled is refused as the default, and one that is not is taken', () => {
    const shop = anAccountWith([
      { slug: 'old', name: 'Old', enabled: false },
      { slug: 'new', name: 'New', enabled: true },
    ]);
    const { errors } = refusalOf(() => changeSettings(shop, { defaultProvider: 'old' })).details;
    expect(errors).toEqual([{ path: 'defaultProvider', message: 'is disabled' }]);
    expect(changeSettings(shop, { defaultProvider: 'new' })).toEqual({ set: { defaultProvider: 'new' }, remove: [] });
  });
});
