/** The schemas of the API with their names and texts, in the forms from which generators of clients make good code. */
import * as z from 'zod/mini';
import { accountTexts } from '#lib/contract/account-texts.ts';
import { answersTexts } from '#lib/contract/answers.ts';
import { attentionTexts } from '#lib/contract/attention.ts';
import { bookTexts } from '#lib/contract/book.ts';
import { changeFollowUpsTexts } from '#lib/contract/change-follow-ups.ts';
import { collectionTexts } from '#lib/contract/collection-response.ts';
import { createCollectionTexts } from '#lib/contract/create-collection.ts';
import { customerTexts } from '#lib/contract/customer.ts';
import type { DescribedSchema, ParameterText } from '#lib/contract/described.ts';
import { envelopeTexts } from '#lib/contract/envelope.ts';
import { toldEventTexts } from '#lib/contract/event.ts';
import { eventTexts } from '#lib/contract/event-texts.ts';
import { amountTexts } from '#lib/contract/fields.ts';
import { followUpPlanTexts } from '#lib/contract/follow-up-plan.ts';
import { followUpPolicyTexts } from '#lib/contract/follow-up-policy.ts';
import { forecastTexts } from '#lib/contract/forecast-texts.ts';
import { insightsTexts } from '#lib/contract/insights-texts.ts';
import { journalTexts } from '#lib/contract/journal.ts';
import { metadataTexts } from '#lib/contract/metadata.ts';
import { paymentTexts } from '#lib/contract/payment.ts';
import { paymentOptionTexts } from '#lib/contract/payment-option-response.ts';
import { previewFollowUpsTexts } from '#lib/contract/preview-follow-ups.ts';
import { providerTexts } from '#lib/contract/provider.ts';
import { reminderPreviewTexts } from '#lib/contract/reminder-preview.ts';
import { remindersTexts } from '#lib/contract/reminders.ts';
import { reopenCollectionTexts } from '#lib/contract/reopen-collection.ts';
import { statementTexts } from '#lib/contract/statement.ts';
import { textTexts } from '#lib/contract/text-texts.ts';
import { updateCollectionTexts, updateStatusTexts } from '#lib/contract/update-collection.ts';
import { deliveryTexts } from '#lib/contract/webhook-delivery.ts';
import { webhookEndpointTexts } from '#lib/contract/webhook-endpoint.ts';
import { CADENCES, TONES } from '#lib/domain/follow-up/follow-up.ts';
import { PAYMENT_METHODS } from '#lib/domain/payment/payment-methods.ts';
import { STATUSES } from '#lib/domain/transitions.ts';

export type Json = Record<string, unknown>;

const REGISTRIES = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() };
const TEXTS = new Map<string, DescribedSchema>();

/** Gives a schema its name and texts in the description. What is in both directions has the texts of the request. */
export function register(described: DescribedSchema): z.ZodMiniType {
  const { direction, name, schema } = described;
  REGISTRIES[direction].add(schema, { id: name });
  TEXTS.set(name, described);
  return schema;
}

for (const texts of [
  amountTexts,
  collectionTexts,
  answersTexts,
  attentionTexts,
  paymentOptionTexts,
  eventTexts,
  createCollectionTexts,
  previewFollowUpsTexts,
  reopenCollectionTexts,
  updateCollectionTexts,
  updateStatusTexts,
  changeFollowUpsTexts,
  followUpPlanTexts,
  reminderPreviewTexts,
  paymentTexts,
  providerTexts,
  envelopeTexts,
  toldEventTexts,
  webhookEndpointTexts,
  deliveryTexts,
  metadataTexts,
  accountTexts,
  followUpPolicyTexts,
  textTexts,
  forecastTexts,
  remindersTexts,
  customerTexts,
  bookTexts,
  insightsTexts,
  journalTexts,
  statementTexts,
]) {
  for (const described of texts()) register(described);
}

const uriOf = (id: string): string => `#/components/schemas/${id}`;

/** @throws when nobody has named the schema. */
export function refTo(schema: z.ZodMiniType): Json {
  const id = (REGISTRIES.input.get(schema) ?? REGISTRIES.output.get(schema))?.id;
  if (id === undefined) throw new Error('A schema of the API is not described: describe it beside the schema');
  return { $ref: uriOf(id) };
}

/** All of them, in the order of their names. What is in both is as the request has it. */
export function namedSchemas(): Record<string, Json> {
  const all = { ...schemasOf('output'), ...schemasOf('input') };
  return Object.fromEntries(Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function schemasOf(io: DescribedSchema['direction']): Record<string, Json> {
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

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords whose values are schemas by name. */
const BY_NAME = ['properties'];

function tidied(schema: Json, io: 'input' | 'output'): Json {
  const { $schema: _dialect, $id: _id, ...given } = schema;
  const inner = Object.entries(given).map(([keyword, value]) => [keyword, innerOf(keyword, value, io)]);
  return [nullable, withoutConst, withoutNoise, exact, ...(io === 'output' ? [opened, growing] : [])].reduce(
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

/** Clients in Go hold a number without a format as `float32`, which knows seven digits: money needs fifteen. */
const exact = (schema: Json): Json =>
  [schema['type']].flat()[0] === 'number' ? { ...schema, format: 'double' } : schema;

/** What a response says in one of these words, it will always say in one of them. */
const CLOSED: readonly (readonly unknown[])[] = [STATUSES, PAYMENT_METHODS, TONES, CADENCES];

/** Text with the values of today: a closed list of a response breaks clients in Python when it grows. */
function growing({ enum: values, ...rest }: Json): Json {
  const known = (values as unknown[] | undefined)?.filter((value) => value !== null) ?? [];
  const isClosed = CLOSED.some((list) => known.every((value) => list.includes(value)));
  if (known.length < 2 || isClosed) return { ...rest, ...(values !== undefined && { enum: values }) };
  return { ...rest, 'x-extensible-enum': known };
}

/** Without a bound on its fields, or with `true` where any field can be. */
function opened({ additionalProperties, ...rest }: Json): Json {
  return isObject(additionalProperties) ? { ...rest, additionalProperties: true } : rest;
}
