/** Checks answers against an OpenAPI document alone, with an independent JSON Schema validator. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type ApiDocument, type DocumentedResponse, type Json, operationFor, type Schema } from './api-document.ts';

type Answered = { status: number; headers: Headers; text: string };

/** Returns the faults of an answer; an empty list for a request that belongs to no operation. */
export type JudgeAnswer = (method: string, target: string, answer: Answered) => string[];

/** A list that clients must take as open is complete today. */
const LISTED = {
  keyword: 'x-extensible-enum',
  validate: (list: string[], value: string | null) => value === null || list.includes(value),
};

type Event = { type: string; data?: object };

/** The fields that the data of each type of event can have. */
const DATA_OF = {
  keyword: 'x-event-data',
  validate: (fields: Record<string, string[]>, { type, data = {} }: Event) =>
    Object.keys(data).every((name) => fields[type]?.includes(name)),
};

/** Ajv's strict mode is off because an OpenAPI document holds more than schemas. */
function newValidator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true });
  addFormats.default(ajv);
  return ajv.addKeyword(LISTED).addKeyword(DATA_OF);
}

/**
 * The document as the service must keep it. Its answers are open, so that a client takes a new field; but a field that
 * is not documented today is a fault.
 */
function closed<T>(part: T): T {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(closed) as T;
  const inner = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, closed(value)]));
  const isObject = inner['type'] === 'object' && 'properties' in inner;
  return (isObject ? { additionalProperties: false, ...inner } : inner) as T;
}

/** By the components of a document, then by the schema's JSON: compiling takes a thousand times as long as a check. */
const compiled = new WeakMap<object, { validator: Ajv2020; checks: Map<string, ValidateFunction> }>();

/** The components are compiled once for all schemas that refer to them. */
function validatorOf(components: object) {
  const validator = newValidator().addSchema(closed({ $id: 'api', components }));
  return { validator, checks: new Map<string, ValidateFunction>() };
}

/** Returns a check that says what is wrong with a value under a schema of the document. */
export function faultsUnder({ components }: ApiDocument, schema: Schema): (value: Json) => string[] {
  const { validator, checks } = compiled.get(components) ?? validatorOf(components);
  compiled.set(components, { validator, checks });
  const name = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/');
  const validate = checks.get(name) ?? validator.compile(closed(JSON.parse(name) as Schema));
  checks.set(name, validate);
  return (value) => (validate(value) ? [] : faultsOf(validate));
}

const faultsOf = ({ errors }: ValidateFunction): string[] =>
  (errors ?? []).map((error) => `${error.instancePath} ${error.message}`);

export function judgeAnswers(document: ApiDocument): JudgeAnswer {
  return (method, target, { status, headers, text }) => {
    const operation = operationFor(document, method, target);
    if (operation === undefined) return [];
    const response = operation.responses[status];
    if (response === undefined) return [`${status} is not documented for ${operation.operationId}`];
    const body = JSON.parse(text) as Json;
    const { schema } = response.content['application/json'];
    return [...faultsUnder(document, schema)(body), ...codeFaults(response, body), ...headerFaults(response, headers)];
  };
}

/** The examples of a refusal name all of its codes. */
function codeFaults({ content }: DocumentedResponse, body: Json): string[] {
  const { examples } = content['application/json'];
  const { code } = body as { code?: string };
  return examples === undefined || (code !== undefined && code in examples)
    ? []
    : [`the code ${code} is not documented`];
}

/** Documented headers that an answer must always have; other headers depend on the request. */
const ALWAYS = ['x-request-id', 'location', 'retry-after'];

function headerFaults({ headers: documented }: DocumentedResponse, given: Headers): string[] {
  const type = given.get('content-type') ?? 'none';
  const missing = ALWAYS.filter((name) => name in documented && !given.get(name));
  return [
    ...(/^application\/json(; ?charset=utf-8)?$/i.test(type) ? [] : [`its content type is ${type}`]),
    ...missing.map((name) => `it has no ${name}`),
    ...(given.has('location') && !('location' in documented) ? ['its location is not documented'] : []),
  ];
}
