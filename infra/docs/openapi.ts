/** The parts of the API's description that the reference shows. It is made elsewhere; here it is only read. */

export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  not?: Schema;
  enum?: unknown[];
  'x-extensible-enum'?: string[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  additionalProperties?: boolean | Schema;
};

export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
};

type Content = {
  'application/json'?: {
    schema?: Schema;
    example?: unknown;
    examples?: Record<string, { summary: string; value: unknown }>;
  };
};

export type Response = { $ref?: string; description?: string; headers?: Record<string, Schema>; content?: Content };

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
};

export type ApiDescription = {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    headers: Record<string, { description: string }>;
  };
};

/** Where the service is, the key that examples use, and where a link above the page leads, if there is one. */
export type Service = { baseUrl: string; apiKey: string; home?: { href: string; title: string } };

/** The last part of a reference, which is a name. */
export const nameIn = (ref: string): string => ref.split('/').at(-1) ?? ref;
