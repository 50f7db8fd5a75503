/** Values that break one keyword of a JSON Schema, each with the path that a refusal must name. */
import { type ApiDocument, type Json, resolve, type Schema } from '#test/support/api-document.ts';

/** `value` breaks the schema at the dotted `path`. */
export type Violation = { path: string; value: Json };

type Place = { schema: Schema; path: string[] };

/** One or two values of every type, some of them hostile. */
const ODD: Json[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, '', ' ', '\u0000', '\u202e', 'null', '0', '1e2', '__proto__'],
  ...[[], [null], [[]], {}, { $ref: '#' }, { constructor: { prototype: {} } }],
];

/** Fields that only answers have, and one that does not exist. */
const UNKNOWN = ['id', 'status', 'completedAt', 'account', 'createdAt', 'colour'];

export function violationsOf(
  document: ApiDocument,
  root: Schema,
  { valid, fits }: { valid: Json; fits: (value: Json) => boolean },
): Violation[] {
  const broken = refsOf(document, { schema: root, path: [] }).flatMap((ref) => {
    const now = at(valid, ref.path);
    const values = candidatesAt(ref, now).map(
      (value): Violation => ({ path: ref.path.join('.'), value: put(valid, ref.path, value) }),
    );
    const shapes = shapesAt(ref, now).map(
      ({ name, value }): Violation => ({ path: [...ref.path, name].join('.'), value: put(valid, ref.path, value) }),
    );
    return [...values, ...shapes];
  });
  return broken.filter(({ value }) => !fits(value));
}

/** The schema itself and every schema in it. */
function refsOf(document: ApiDocument, { schema: given, path }: Place): Place[] {
  const schema = resolve(document, given);
  const inside = Object.entries(schema.properties ?? {}).map(([name, part]) => ({
    schema: part,
    path: [...path, name],
  }));
  const items = schema.items === undefined ? [] : [{ schema: schema.items, path: [...path, '0'] }];
  const either = (schema.oneOf ?? schema.anyOf ?? []).map((one) => ({ schema: one, path }));
  return [{ schema, path }, ...[...inside, ...items, ...either].flatMap((ref) => refsOf(document, ref))];
}

function candidatesAt({ schema, path }: Place, now: Json | undefined): Json[] {
  const { maxLength, enum: choices = [], minimum, maximum, exclusiveMinimum, uniqueItems } = schema;
  return [
    ...ODD,
    ...(maxLength === undefined
      ? []
      : ['x'.repeat(maxLength + 1), '1'.repeat(maxLength + 1), '👟'.repeat(maxLength + 1)]),
    ...choices
      .slice(0, 2)
      .flatMap((choice) => [
        `${choice} `,
        `${choice}\u0000`,
        [choice],
        String(choice).toUpperCase(),
        String(choice).toLowerCase(),
      ]),
    ...[minimum, exclusiveMinimum].flatMap((min) => (min === undefined ? [] : [min - 1, min - 0.5, -min - 1e-9])),
    ...(maximum === undefined ? [] : [maximum + 1, maximum + 0.5, 1e300]),
    ...(typeof now === 'string' ? [`${now}\u0007`, `\n${now}\u009f${now}`, `${now} ${now}`] : []),
    ...(uniqueItems && schema.items?.enum ? [[schema.items.enum[0] ?? null, schema.items.enum[0] ?? null]] : []),
    ...(path.length === 0 ? ['text', 7] : []),
  ];
}

/** Objects without a required field, and objects with an unknown one. */
function shapesAt({ schema }: Place, now: Json | undefined): { name: string; value: Json }[] {
  if (schema.type !== 'object' || typeof now !== 'object' || now === null || Array.isArray(now)) return [];
  const without = (name: string) => Object.fromEntries(Object.entries(now).filter(([key]) => key !== name));
  const unknown = UNKNOWN.filter((name) => !(name in (schema.properties ?? {})));
  return [
    ...(schema.required ?? []).map((name) => ({ name, value: without(name) })),
    ...unknown.map((name) => ({ name, value: { ...now, [name]: 'x' } })),
  ];
}

const at = (value: Json, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((inside, name) => (inside as Record<string, Json> | undefined)?.[name], value);

/** A copy with another value at the path; missing objects and lists on the way are created. */
function put(value: Json | undefined, [name, ...rest]: readonly string[], by: Json): Json {
  if (name === undefined) return by;
  if (name === '0') return [put((value as Json[] | undefined)?.[0], rest, by)];
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, Json>;
  return { ...given, [name]: put(given[name], rest, by) };
}
