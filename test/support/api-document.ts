/**
 * Reads an OpenAPI document: its operations, and the operation of a request.
 * Checks answers against an OpenAPI document alone, with an independent JSON Schema validator.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Schema = {
  type?: string | string[];
  const?: Json;
  enum?: Json[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  minProperties?: number;
  items?: Schema;
  minItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  oneOf?: Schema[];
  anyOf?: Schema[];
  not?: Schema;
  $ref?: string;
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  description?: string;
  default?: Json;
  examples?: Json[];
  'x-extensible-enum'?: string[];
};
type Example = { summary: string; value: Json };
type Content = { 'application/json': { schema: Schema; example?: Json; examples?: Record<string, Example> } };
type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
  example?: Json;
};
type DocumentedResponse = { description: string; content: Content; headers: Record<string, object> };
type DocumentedOperation = {
  operationId: string;
  tags: string[];
  summary?: string;
  description?: string;
  security: object[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, DocumentedResponse>;
};
type Ref = { $ref: string };
type WrittenOperation = Omit<DocumentedOperation, 'responses'> & {
  responses: Record<string, DocumentedResponse | Ref>;
};
export type ApiDocument = {
  openapi: string;
  info: Record<string, Json>;
  servers: { url: string; description?: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, WrittenOperation>>;
  webhooks: Record<string, { post: { tags: string[]; description?: string; requestBody: { content: Content } } }>;
  components: { schemas: Record<string, Schema>; responses: Record<string, DocumentedResponse> };
};

type Operation = DocumentedOperation & { method: string; path: string };

/** With its shared responses in their places. */
export const operationsOf = (document: ApiDocument): Operation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [status, sharedOr(document, response)]),
      ),
      method: method.toUpperCase(),
      path,
    })),
  );

function sharedOr({ components }: ApiDocument, response: DocumentedResponse | Ref): DocumentedResponse {
  if (!('$ref' in response)) return response;
  const shared = components.responses[response.$ref.replace('#/components/responses/', '')];
  if (shared === undefined) throw new Error(`${response.$ref} is not there`);
  return shared;
}

/** The operation of a request. A fixed segment takes precedence over a parameter, and one slash at the end is ignored. */
function operationFor(document: ApiDocument, method: string, target: string): Operation | undefined {
  const segments = target.replace(/\/?([?#].*)?$/, '').split('/');
  const fits = (wanted: string, at: number) => (wanted.startsWith('{') ? segments[at] !== '' : wanted === segments[at]);
  return operationsOf(document)
    .filter((operation) => operation.method === method)
    .filter(({ path }) => path.split('/').length === segments.length && path.split('/').every(fits))
    .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)[0];
}

/** The schema itself, or the one that it refers to. */
export function resolve({ components }: ApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  return name === undefined ? schema : (components.schemas[name] ?? schema);
}

type Answered = { status: number; headers: Headers; text: string };

/** Returns the faults of an answer; an empty list for a request that belongs to no operation. */
type JudgeAnswer = (method: string, target: string, answer: Answered) => string[];

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
