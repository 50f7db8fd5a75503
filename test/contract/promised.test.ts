/**
 * What clients were generated from stays: `promised.txt` has a line for each operation and each schema of the releases so far, and the
 * description has all of its words. With `PROMISE=1` the words that are new are added to it, as at a release.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openApiDocument } from '#infra/openapi/document.ts';
import type { ApiDocument, Json, Schema } from '#test/support/api-document.ts';

const FILE = join(import.meta.dirname, 'promised.txt');
const document = openApiDocument('1.0.0') as unknown as ApiDocument;

const lastOf = (ref: string): string => ref.split('/').at(-1) ?? ref;

function typeOf({ $ref, anyOf, oneOf, items, type }: Schema): string {
  if ($ref !== undefined) return lastOf($ref);
  if (items !== undefined) return `${typeOf(items)}[]`;
  return (anyOf ?? oneOf)?.map(typeOf).join('|') ?? [type ?? 'any'].flat().join('|');
}

/** A list that grows keeps its values, too. */
const valuesOf = (schema: Schema): Json[] => schema.enum ?? schema['x-extensible-enum'] ?? [];

/** Of a request: which fields it must have. A further one would break whoever does not send it. */
const NEEDS = 'needs:';

function wordsOfSchema(schema: Schema): string[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties).flatMap(([name, field]) => [
    `${name}:${typeOf(field)}`,
    ...[field, field.items ?? {}].flatMap(valuesOf).map((value) => `${name}=${value}`),
  ]);
  const isRequest = additionalProperties === false;
  const always = isRequest ? [`${NEEDS}${required.toSorted().join(',')}`] : required.map((name) => `always:${name}`);
  return [`:${typeOf(schema)}`, ...fields, ...always, ...valuesOf(schema).map((value) => `=${value}`)];
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses }]) => {
    const body = requestBody?.content['application/json'].schema.$ref;
    const answers = Object.entries(responses).map(([status, response]) => {
      const name = '$ref' in response ? response.$ref : response.content['application/json'].schema.$ref;
      return `${status}:${lastOf(name ?? '')}`;
    });
    const given = parameters.map(({ name }) => `?${name}`);
    const words = [`${method.toUpperCase()}:${path}`, ...given, ...(body ? [`body:${lastOf(body)}`] : []), ...answers];
    return [operationId, words] as const;
  }),
);
const schemas = Object.entries(document.components.schemas).map(
  ([name, schema]) => [name, wordsOfSchema(schema)] as const,
);
const now = new Map<string, readonly string[]>([...operations, ...schemas]);

const promised = (): [string, string[]][] =>
  readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', ...words] = line.split(' ');
      return [name, words];
    });

it('no operation, schema, field, status or name of a response that a release has promised is gone or renamed', () => {
  if (process.env['PROMISE'] === '1') {
    const lines = [...now].map(([name, words]) => [name, ...words].join(' '));
    writeFileSync(FILE, `${lines.toSorted().join('\n')}\n`);
  }
  const broken = promised().flatMap(([name, words]) => {
    const has = now.get(name) ?? [];
    return words.filter((word) => !has.includes(word)).map((word) => `${name} ${word}`);
  });
  expect(broken).toEqual([]);
  expect(promised().length).toBeGreaterThan(100);
});
