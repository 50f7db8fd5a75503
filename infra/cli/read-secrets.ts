/** Reads a provider's secrets from standard input: a command line can be seen by every process of the machine. */
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Credentials } from '#lib/payment/port.ts';
import { readObject } from '#lib/payment/read-answer.ts';
import { UsageError } from './command.ts';

/** White space and control characters are never part of a secret, but often get pasted with one. */
const SECRET = /^[\x21-\x7e]{1,1000}$/;

/** Any other name is not repeated in an error: it could be a secret in the wrong place. */
const PLAIN = /^[A-Za-z]{1,24}$/;

/** Tests replace it. */
export const standardInput = { open: (): Readable & { isTTY?: boolean } => process.stdin };

/** @throws {UsageError} as {@link secretsIn} does. */
export async function readSecrets(names: readonly string[]): Promise<Credentials> {
  const input = standardInput.open();
  if (input.isTTY)
    throw new UsageError(`Give the secrets on standard input, as in: … < secrets.json, with ${formOf(names)}`);
  return secretsIn(await text(input), names);
}

/** The secrets in a JSON text, one for each name. @throws {UsageError} that names the faulty fields, never their values. */
export function secretsIn(json: string, names: readonly string[]): Credentials {
  const form = formOf(names);
  const given = readObject(json) as Record<string, unknown> | undefined;
  if (given === undefined) throw new UsageError(`Standard input must be a JSON object such as ${form}`);
  const faults = [
    ...names.filter((name) => !Object.hasOwn(given, name)).map((name) => `${name} is missing`),
    ...Object.keys(given).flatMap((name) => faultOf(name, given[name], names)),
  ];
  if (faults.length > 0) throw new UsageError(`The secrets are not right: ${faults.join(', ')}. Wanted is ${form}`);
  return given as Credentials;
}

const formOf = (names: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(names.map((name) => [name, '…'])));

function faultOf(name: string, value: unknown, names: readonly string[]): string[] {
  if (!names.includes(name)) return [`${PLAIN.test(name) ? name : 'a name that is no plain word'} is unknown`];
  return typeof value === 'string' && SECRET.test(value) ? [] : [`${name} is not text without spaces`];
}
