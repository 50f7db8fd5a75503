/** Rewrites JSON Schemas into the forms from which generators of clients make good code. */

export type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords whose values are schemas by name. */
const BY_NAME = ['properties'];

export function tidied(schema: Json, io: 'input' | 'output'): Json {
  const { $schema: _dialect, $id: _id, ...given } = schema;
  const inner = Object.entries(given).map(([keyword, value]) => [keyword, innerOf(keyword, value, io)]);
  return [nullable, withoutConst, withoutNoise, io === 'output' ? opened : unchanged].reduce(
    (one, rewrite) => rewrite(one),
    Object.fromEntries(inner) as Json,
  );
}

function innerOf(keyword: string, value: unknown, io: 'input' | 'output'): unknown {
  const tidy = (one: unknown) => (isObject(one) ? tidied(one, io) : one);
  if (keyword === 'default') return value;
  if (BY_NAME.includes(keyword) && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, tidy(one)]));
  }
  return Array.isArray(value) ? value.map(tidy) : tidy(value);
}

const unchanged = (schema: Json): Json => schema;

/** `type: [T, "null"]`: a union with null becomes a class of its own. */
function nullable(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [some, none] = anyOf as [Json, Json];
  if (none['type'] !== 'null' || typeof some['type'] !== 'string') return schema;
  const choices = some['enum'] as unknown[] | undefined;
  return { ...rest, ...some, type: [some['type'], 'null'], ...(choices && { enum: [...choices, null] }) };
}

/** An enum of one: not every generator knows `const`. */
function withoutConst({ const: only, ...rest }: Json): Json {
  return only === undefined ? rest : { ...rest, enum: [only] };
}

/** Bounds that every whole number has, patterns of what has a format, and defaults of what has its own schema. */
function withoutNoise(schema: Json): Json {
  const { minimum, maximum, pattern, default: standard, ...rest } = schema;
  const isTime = rest['format'] === 'date-time';
  return {
    ...rest,
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(pattern !== undefined && !isTime && { pattern }),
    ...(standard !== undefined && !('$ref' in rest) && { default: standard }),
  };
}

/** Without a bound on its fields, or with `true` where any field can be. */
function opened({ additionalProperties, ...rest }: Json): Json {
  return isObject(additionalProperties) ? { ...rest, additionalProperties: true } : rest;
}
