/** The colour of a merchant, on any ground that pages have. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandOf, contrast, readableOn } from '#lib/domain/brand.ts';

const anyColor = fc.integer({ min: 0, max: 0xff_ffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);

describe('contrast', () => {
  // The values of https://webaim.org/resources/contrastchecker/
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#0b57d0', '#ffffff', 6.39],
    ['#ff0000', '#000000', 5.25],
    ['#010101', '#ffffff', 20.87],
  ])('of %s and %s is %d', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });
});

describe('a shade that can be read', () => {
  it.each([
    ['#ffffff', '#0b57d0', '#0b57d0'],
    ['#ffffff', '#ffff00', '#7a7a00'],
    ['#181c22', '#0b57d0', '#4a83dc'],
    ['#181c22', '#000000', '#858585'],
    ['#ffffff', '#ffffff', '#757575'],
  ])('on %s of %s is %s', (ground, color, shade) => {
    expect(readableOn(ground, color)).toBe(shade);
  });

  it('is there for every colour, and is the colour itself where that can be read', () => {
    fc.assert(
      fc.property(anyColor, fc.constantFrom('#ffffff', '#d9dee5', '#181c22'), (color, ground) => {
        const shade = readableOn(ground, color);
        expect(shade).toMatch(/^#[0-9a-f]{6}$/);
        expect(contrast(shade, ground)).toBeGreaterThanOrEqual(4.5);
        if (contrast(color, ground) >= 4.5) expect(shade).toBe(color);
      }),
    );
  });
});

it('a brand has what the merchant has set, and nothing else of the account', () => {
  const set = { color: '#0b57d0', legalName: 'A', address: 'B', website: 'https://c.example' };
  expect(brandOf({ ...set, salt: 'secret' } as never)).toEqual(set);
  expect(brandOf({})).toEqual({});
});
