/** The code of a country in a request. Apart from the other fields, because only what reads phones knows the countries. */
import * as z from 'zod/mini';
import { isCountry } from '#lib/domain/phone.ts';

export const countryCode = () =>
  z
    .string()
    .check(z.refine(isCountry, 'must be a two-letter ISO 3166 code in capitals, such as NG'))
    .register(z.globalRegistry, { pattern: '^[A-Z]{2}$' });
