/**
 * What bundles hold in place of `libphonenumber-js/min`: the same functions on the same metadata, but the metadata is
 * one string until the first number is read. As 80 KB of object literal it costs every cold start 2 ms.
 */
import {
  type CountryCode,
  isSupportedCountry as isSupported,
  type MetadataJson,
  parsePhoneNumberFromString as parse,
} from 'libphonenumber-js/core';
import text from 'libphonenumber-js/metadata.min.json' with { type: 'text' };

let read: MetadataJson | undefined;

const metadata = (): MetadataJson => {
  read ??= JSON.parse(text as unknown as string) as MetadataJson;
  return read;
};

export const isSupportedCountry = (country: CountryCode) => isSupported(country, metadata());

export const parsePhoneNumberFromString = (number: string, options: Parameters<typeof parse>[1]) =>
  parse(number, options, metadata());
