/** Values that a JSON Schema allows, for fast-check. */
import fc, { type Arbitrary } from 'fast-check';
import { type ApiDocument, type Json, resolve, type Schema } from '#test/support/api-document.ts';

/** Values by property name, for properties that must name an existing resource. */
export type Known = Readonly<Record<string, readonly string[]>>;

export type ValueFor = (schema: Schema, name?: string) => Arbitrary<Json>;

/** Properties whose values must not be taken yet. */
const UNIQUE = ['reference', 'slug'];

/** Bounds for values where the schema sets none. */
const MAX = 1e14;
const MAX_LENGTH = 60;
/** Far enough from their ends that no zone leaves the years of four digits. */
const YEARS = { min: new Date('1970-01-02T00:00:00Z'), max: new Date('9998-12-31T00:00:00Z') };

/** Instants in several zones, with and without milliseconds. */
const INSTANT = fc
  .tuple(fc.date({ noInvalidDate: true, ...YEARS }), fc.constantFrom('Z', '+01:00', '-09:30'), fc.boolean())
  .map(([date, zone, isExact]) => `${date.toISOString().slice(0, isExact ? -1 : -'.000Z'.length)}${zone}`);

const anyJson = fc.jsonValue({ maxDepth: 3, stringUnit: 'grapheme' }) as Arbitrary<Json>;
/** Without the property names that the service refuses because JavaScript treats them specially. */
const name = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .filter((each) => !/^(__proto__|constructor|prototype)$/.test(each));

export const valuesOf = (document: ApiDocument, known: Known = {}): ValueFor => {
  const valueFor: ValueFor = (given, property = '') => {
    const schema = resolve(document, given);
    const there = known[property];
    if (there !== undefined && there.length > 0) return fc.constantFrom(...there);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    const either = schema.oneOf ?? schema.anyOf;
    if (either !== undefined) return fc.oneof(...either.map((one) => valueFor(one)));
    if (schema.not !== undefined) return describedOf(schema);
    switch (schema.type) {
      case 'object':
        return objectOf(schema, valueFor);
      case 'array':
        return arrayOf(schema, valueFor);
      case 'string':
        return UNIQUE.includes(property)
          ? fc.tuple(textOf(schema), fc.uuid()).map((parts) => parts.join(''))
          : textOf(schema);
      case 'integer':
        return fc.integer({ min: schema.minimum ?? -MAX, max: Math.min(schema.maximum ?? MAX, 2 ** 31 - 1) });
      case 'number':
        return numberOf(schema);
      case 'boolean':
        return fc.boolean();
      default:
        return anyJson;
    }
  };
  return valueFor;
};

function objectOf({ properties = {}, required = [], ...rest }: Schema, valueFor: ValueFor): Arbitrary<Json> {
  const parts = Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, valueFor(schema, key)]));
  const named = fc.record(parts, { requiredKeys: required });
  const open = rest.additionalProperties !== false;
  const others = open ? fc.dictionary(name, anyJson, { maxKeys: 3 }) : fc.constant({});
  return fc
    .tuple(others, named)
    .map(([more, given]) => ({ ...more, ...given }))
    .filter((value) => Object.keys(value).length >= (rest.minProperties ?? 0)) as Arbitrary<Json>;
}

/** Metadata: an object with a description, or a list of such objects. */
function describedOf({ minItems = 0 }: Schema): Arbitrary<Json> {
  const description = fc.string({ unit: 'grapheme', maxLength: MAX_LENGTH }).filter((text) => text.trim() !== '');
  const object = fc
    .tuple(fc.dictionary(name, anyJson, { maxKeys: 3 }), description)
    .map(([more, text]) => ({ ...more, description: text }));
  return fc.oneof(object, fc.array(object, { minLength: minItems, maxLength: minItems + 3 })) as Arbitrary<Json>;
}

function arrayOf({ items = {}, minItems = 0, uniqueItems }: Schema, valueFor: ValueFor): Arbitrary<Json> {
  const bounds = { minLength: minItems, maxLength: minItems + 3 };
  return uniqueItems ? fc.uniqueArray(valueFor(items), bounds) : fc.array(valueFor(items), bounds);
}

function textOf({ pattern, minLength = 0, maxLength = MAX_LENGTH, format }: Schema): Arbitrary<string> {
  if (format === 'date-time') return INSTANT;
  if (pattern === undefined)
    return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, MAX_LENGTH) });
  const fits = (text: string) => [...text].length >= minLength && [...text].length <= maxLength && text.isWellFormed();
  // The pattern alone would generate addresses that no person has, with characters from every alphabet.
  if (format === 'email')
    return fc
      .tuple(fc.stringMatching(/^[a-z0-9]{1,20}$/), fc.stringMatching(/^[a-z]{2,9}$/))
      .map(([who, where]) => `${who}@${where}.example`);
  return fc.stringMatching(new RegExp(pattern, 'u'), { size: '-1' }).filter(fits);
}

function numberOf({ minimum, exclusiveMinimum, maximum = MAX }: Schema): Arbitrary<number> {
  const min = minimum ?? (exclusiveMinimum ?? -MAX) + 0.01;
  const whole = fc.integer({ min: Math.ceil(min), max: Math.min(maximum, 10 ** 9) });
  const cents = whole.map((value) => value / 100).filter((value) => value >= min);
  const any = fc.double({ min: min, max: maximum, noNaN: true });
  return fc.oneof({ weight: 8, arbitrary: whole }, cents, any);
}
