/** Reads an OpenAPI document: its operations, and the operation of a request. */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Schema = {
  type?: string;
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
  $ref?: string;
  default?: Json;
  examples?: Json[];
};
type Content = { 'application/json': { schema: Schema; example?: Json } };
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema };
export type DocumentedResponse = { content: Content; headers: Record<string, object> };
type DocumentedOperation = {
  operationId: string;
  security: object[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, DocumentedResponse>;
};
export type ApiDocument = {
  openapi: string;
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema> };
};

export type Operation = DocumentedOperation & { method: string; path: string };

export const operationsOf = ({ paths }: ApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );

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
