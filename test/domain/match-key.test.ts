/** Match keys of people. */
import { describe, expect, it } from 'vitest';
import { foldPhone, matchKeyOf } from '#lib/domain/phone.ts';

describe('a match key', () => {
  it.each([
    ['+5215512345678', '+525512345678'],
    ['+525512345678', '+525512345678'],
    ['+5491123456789', '+541123456789'],
    ['+541123456789', '+541123456789'],
    ['+551187654321', '+5511987654321'],
    ['+5511987654321', '+5511987654321'],
    ['+22507133456', '+2250707133456'],
    ['+22997123456', '+2290197123456'],
  ])('the mobile number %s has the key %s', (phone, key) => {
    expect(foldPhone(phone)).toBe(key);
  });

  it.each(['+551132654321', '+2348031234567', '+52155123456', '+54912345678'])(
    'the number %s is its own key',
    (phone) => {
      expect(foldPhone(phone)).toBe(phone);
    },
  );

  it('folding a folded number changes nothing', () => {
    for (const phone of ['+5215512345678', '+5491123456789', '+551187654321']) {
      expect(foldPhone(foldPhone(phone))).toBe(foldPhone(phone));
    }
  });

  it('a person without a reachable phone is known by the email, in any case of letters', () => {
    expect(matchKeyOf({ reachable: false, lookup: '12345' }, 'Ada@Example.com')).toBe('ada@example.com');
    expect(matchKeyOf({ reachable: true, lookup: '+5215512345678' }, 'ada@example.com')).toBe('+525512345678');
  });
});
