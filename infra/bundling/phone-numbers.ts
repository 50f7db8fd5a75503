/**
 * What bundles hold in place of `libphonenumber-js/min`: the same functions on the same metadata, but the metadata is
 * a file that is read with the first number. In the code its 80 KB, even as one text, cost every cold start 2 to 4 ms.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CountryCode,
  isSupportedCountry as isSupported,
  type MetadataJson,
  parsePhoneNumberFromString as parse,
} from 'libphonenumber-js/core';
import file from 'libphonenumber-js/metadata.min.json';

/** What esbuild's `file` loader makes of the import: the name under which the file is in the bundle. */
const METADATA = join(import.meta.dirname, file as unknown as string);

let read: MetadataJson | undefined;

const metadata = (): MetadataJson => {
  read ??= JSON.parse(readFileSync(METADATA, 'utf8')) as MetadataJson;
  return read;
};

export const isSupportedCountry = (country: CountryCode) => isSupported(country, metadata());

export const parsePhoneNumberFromString = (number: string, options: Parameters<typeof parse>[1]) =>
  parse(number, options, metadata());
