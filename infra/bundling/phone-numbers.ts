/**
 * What bundles hold in place of `libphonenumber-js/min`: the same functions on the same metadata, but the library and the
 * metadata are files that are read with the first number. In the code they cost every cold start 3 to 5 ms.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CountryCode, MetadataJson } from 'libphonenumber-js/core';
import file from 'libphonenumber-js/metadata.min.json';

/** What esbuild's `file` loader makes of the import: the name under which the file is in the bundle. */
const METADATA = join(import.meta.dirname, file as unknown as string);

let read: MetadataJson | undefined;

const metadata = (): MetadataJson => {
  read ??= JSON.parse(readFileSync(METADATA, 'utf8')) as MetadataJson;
  return read;
};

/** `require`, because `import()` would make every caller asynchronous. */
// biome-ignore lint/correctness/useImportExtensions: bundle.ts writes this file beside the bundle
const library = (): typeof import('./phone-library.ts') => require('./phone-library.js');

export const isSupportedCountry = (country: CountryCode) => library().isSupportedCountry(country, metadata());

export const getCountryCallingCode = (country: CountryCode) => library().getCountryCallingCode(country, metadata());

export const parsePhoneNumberFromString = (
  number: string,
  options: { extract: boolean; defaultCountry?: CountryCode },
) => library().parsePhoneNumberFromString(number, options, metadata());
