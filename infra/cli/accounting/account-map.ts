/** Reads the map of the merchant's accounts, and refuses one that lacks any: nothing is exported with a hole. */
import { readFileSync } from 'node:fs';
import { UsageError } from '#infra/cli/command.ts';
import { ACCOUNTS, type AccountMap } from './double-entry.ts';

/** @throws {UsageError} that names all that is missing, or unknown */
export function readAccountMap(file: string): AccountMap {
  const given = parsed(file);
  const faults = [
    ...ACCOUNTS.filter((name) => !isNamed(name, given[name])).map((name) => `${name} is missing`),
    ...Object.keys(given)
      .filter((name) => !(ACCOUNTS as readonly string[]).includes(name))
      .map((name) => `${name} is not one of ${ACCOUNTS.join(', ')}`),
  ];
  if (faults.length > 0) throw new UsageError(`--accounts ${file}: ${faults.join('; ')}.`);
  return given as unknown as AccountMap;
}

function parsed(file: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new UsageError(`--accounts ${file}: cannot be read as JSON.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`--accounts ${file}: must be an object of accounts.`);
  return { ...value };
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** Money has an account for each provider, and one for the others. */
function isNamed(name: (typeof ACCOUNTS)[number], value: unknown): boolean {
  if (name !== 'money') return isText(value);
  if (typeof value !== 'object' || value === null) return false;
  return isText((value as { default?: unknown }).default) && Object.values(value).every(isText);
}
