/** What may be given for a new account. */
import { isCountry } from '#lib/domain/phone.ts';

const NAME_LENGTH = 100;

/** The first thing wrong with it, or undefined. */
export function faultOfAccount({ name, country }: { name: unknown; country: unknown }): string | undefined {
  if (typeof name !== 'string' || name.trim() === '' || name.trim().length > NAME_LENGTH) {
    return `name must be text of 1 to ${NAME_LENGTH} characters`;
  }
  if (country === undefined || (typeof country === 'string' && isCountry(country))) return undefined;
  return 'country must be a two-letter ISO 3166 code in capitals, such as NG';
}
