/** Reads an OpenAPI document: its operations, and the operation of a request. */

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
export type DocumentedResponse = { description: string; content: Content; headers: Record<string, object> };
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

export type Operation = DocumentedOperation & { method: string; path: string };

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
export function operationFor(document: ApiDocument, method: string, target: string): Operation | undefined {
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
