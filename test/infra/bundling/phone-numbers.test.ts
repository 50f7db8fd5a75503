/** The numbering plans that bundles carry. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCountries, getExampleNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '#infra/bundling/bundle.ts';
import * as source from '#lib/domain/phone.ts';

let folder: string;
let bundled: typeof source;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'collections-phone-'));
  bundle('lib/domain/phone.ts', folder);
  bundled = createRequire(import.meta.url)(join(folder, 'index.js'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('phone numbers in a bundle', () => {
  it('are read as they are outside of it, in every country, with and without the country code', () => {
    for (const country of getCountries()) {
      const example = getExampleNumber(country, examples);
      for (const typed of [example?.number ?? '', example?.formatNational() ?? '']) {
        expect(bundled.parsePhone(typed, country)).toEqual(source.parsePhone(typed, country));
      }
      expect(bundled.isCountry(country)).toBe(true);
    }
  });

  it('that cannot be read are kept as typed', () => {
    for (const typed of ['0803', '12345', 'call 555-0000 at noon']) {
      expect(bundled.parsePhone(typed, undefined)).toEqual(source.parsePhone(typed, undefined));
    }
    expect(bundled.isCountry('XX')).toBe(false);
  });
});
