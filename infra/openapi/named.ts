/**
 * The named schemas of the API's description, each with its text. The text lives apart from the schemas, so that no
 * function carries it.
 */
import * as z from 'zod/mini';
import { type Json, tidied } from './tidied.ts';

/** How texts say the form of an instant in a response. */
export const INSTANT = 'ISO 8601 in UTC with milliseconds';

type Io = 'input' | 'output';
type Keys<T> = T extends readonly unknown[] ? never : keyof { [K in keyof T as string extends K ? never : K]: T[K] };
type FieldsOf<S> = S extends z.ZodMiniType ? Record<Keys<z.input<S>> & string, string> : never;

type Text<S> = {
  description: string;
  /** A field without a text does not compile. */
  fields?: FieldsOf<S>;
  /** Whatever else the schema says, such as its discriminator. */
  also?: Json;
};

const REGISTRIES = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() };
const TEXTS = new Map<string, { description: string; fields?: Record<string, string>; also?: Json }>();

/** Requests are `input`: they are closed. Responses are `output`: they are open, because a new field breaks nobody. */
const naming =
  (io: Io) =>
  <S extends z.ZodMiniType>(id: string, schema: S, text: Text<S>): S => {
    REGISTRIES[io].add(schema, { id });
    TEXTS.set(id, text);
    return schema;
  };

export const request = naming('input');
export const response = naming('output');

const uriOf = (id: string): string => `#/components/schemas/${id}`;

/** @throws when nobody has named the schema. */
export function refTo(schema: z.ZodMiniType): Json {
  const id = (REGISTRIES.input.get(schema) ?? REGISTRIES.output.get(schema))?.id;
  if (id === undefined) throw new Error('A schema of the API has no name: give it one in infra/openapi');
  return { $ref: uriOf(id) };
}

/** All of them, in the order of their names. What is in both is as the request has it. */
export function namedSchemas(): Record<string, Json> {
  const all = { ...schemasOf('output'), ...schemasOf('input') };
  return Object.fromEntries(Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function schemasOf(io: Io): Record<string, Json> {
  const { schemas } = z.toJSONSchema(REGISTRIES[io], { io, uri: uriOf, unrepresentable: 'any' });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, withTexts(id, tidied(schema as Json, io))]),
  );
}

function withTexts(id: string, schema: Json): Json {
  const { description, fields = {}, also } = TEXTS.get(id) ?? {};
  const properties = schema['properties'] as Record<string, Json> | undefined;
  const told = Object.entries(properties ?? {}).map(([name, field]) => [name, withText(field, fields[name])]);
  return { ...schema, description, ...(properties && { properties: Object.fromEntries(told) }), ...also };
}

const withText = (field: Json, description: string | undefined): Json => ({ ...field, description });

/** What a parameter of a query means, and a valid value. */
export type ParameterText = { description: string; example: unknown };

/** The parameters of a query, each with its text. */
export function parametersOf(query: z.ZodMiniType, texts: Readonly<Record<string, ParameterText>>): Json[] {
  const { properties = {} } = tidied(z.toJSONSchema(query, { io: 'input' }) as Json, 'input');
  const defaults = z.parse(query, {}) as Json;
  return Object.entries(properties as Record<string, Json>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: { ...schema, ...(defaults[name] !== undefined && { default: defaults[name] }) },
    ...texts[name],
  }));
}
