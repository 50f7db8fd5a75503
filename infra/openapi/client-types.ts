/** The types of the official client, made from the API's description: one for each schema, and one for each route. */
import type { Json } from './schemas.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  not?: Schema;
  enum?: unknown[];
  'x-extensible-enum'?: string[];
  'x-event-data'?: Record<string, string[]>;
};
type Content = { content: { 'application/json': { schema: Schema } } };
type Operation = {
  summary: string;
  parameters?: { name: string; in: string; required: boolean; description: string; schema: Schema }[];
  requestBody?: Content & { required: boolean };
  responses: Record<string, Content>;
};
type ApiDescription = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: { requestBody: Content } }>;
  components: { schemas: Record<string, Schema> };
};

const HEAD = [
  '/** Made by `npm run openapi` from the description of the API. Do not edit it. */',
  '',
  '/** Any text: more values may come, and a client must go on when it meets one. */',
  'type More = string & Record<never, never>;',
];

export function clientTypes(document: Json): string {
  const { paths, webhooks, components } = document as ApiDescription;
  const schemas = Object.entries(components.schemas).map(([name, schema]) => declaration(name, schema));
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => routeOf(`${method.toUpperCase()} ${path}`, operation)),
  );
  return [
    ...[...HEAD, '', ...schemas],
    ...eventTypes(webhooks, components.schemas),
    ...['/** What each call takes and answers. */', 'export interface Routes {', ...routes, '}', ''],
  ].join('\n');
}

/** Which webhooks there are, each by its type, and what the data of each event holds. */
function eventTypes(webhooks: ApiDescription['webhooks'], { Event = {} }: Record<string, Schema>): string[] {
  const bodies = Object.entries(webhooks).map(([type, { post }]) => `  '${type}': ${jsonType(post.requestBody)};`);
  const fields = Object.entries(Event['x-event-data'] ?? {}).map(
    ([type, names]) => `  '${type}': ${names.map((name) => `'${name}'`).join(' | ') || 'never'};`,
  );
  return [
    ...[
      '/** The fields that `data` of each type of event may have. */',
      'export interface EventFields {',
      ...fields,
      '}',
      '',
    ],
    ...[
      '/** The body of each type of webhook, as the description has it. */',
      'export interface WebhookBodies {',
      ...bodies,
      '}',
      '',
    ],
    ...['/** The types of webhooks that this version of the client knows. */'],
    ...[`export const WEBHOOK_TYPES = ${JSON.stringify(Object.keys(webhooks))} as const;`, ''],
  ];
}

const doc = (text = ''): string => `/** ${text.replaceAll('*/', '*\\/').replaceAll('\n', '\n * ')} */`;

function declaration(name: string, schema: Schema): string {
  const { description, properties } = schema;
  if (properties === undefined || schema.type !== 'object') {
    return `${doc(description)}\nexport type ${name} = ${typeOf(schema)};\n`;
  }
  return `${doc(description)}\nexport interface ${name} {\n${fieldsOf(schema)}\n}\n`;
}

const fieldsOf = ({ properties = {}, required = [] }: Schema): string =>
  Object.entries(properties)
    .map(
      ([name, field]) =>
        `  ${doc(field.description)}\n  ${name}${required.includes(name) ? '' : '?'}: ${typeOf(field)};`,
    )
    .join('\n');

const nameIn = (ref: string): string => ref.split('/').at(-1) ?? ref;

const LITERALS: Readonly<Record<string, string>> = {
  integer: 'number',
  array: 'unknown[]',
  object: 'Record<string, unknown>',
};

function typeOf(schema: Schema): string {
  const { $ref, oneOf, anyOf, not, items, type = 'unknown', enum: values, 'x-extensible-enum': known } = schema;
  const isNullable = Array.isArray(type) && type.includes('null');
  if ($ref !== undefined) return nameIn($ref);
  if (oneOf ?? anyOf) return (oneOf ?? anyOf ?? []).map(typeOf).join(' | ');
  if (not !== undefined) return 'Record<string, unknown> | Record<string, unknown>[]';
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (known !== undefined)
    return [...known.map((value) => JSON.stringify(value)), 'More', ...(isNullable ? ['null'] : [])].join(' | ');
  if (items !== undefined) return listOf(typeOf(items));
  return [type]
    .flat()
    .map((one) => LITERALS[one] ?? one)
    .join(' | ');
}

const listOf = (item: string): string => (item.includes('|') ? `(${item})[]` : `${item}[]`);

const jsonType = ({ content }: Content): string => typeOf(content['application/json'].schema);

function routeOf(route: string, { summary, parameters = [], requestBody, responses }: Operation): string {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const named = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `${name}: string`);
  const fields = query.map(
    ({ name, required, description, schema }) =>
      `      ${doc(description)}\n      ${name}${required ? '' : '?'}: ${typeOf(schema)};`,
  );
  return [
    `  ${doc(`${summary}.`)}`,
    `  '${route}': {`,
    ...(named.length > 0 ? [`    path: { ${named.join('; ')} };`] : []),
    ...(query.length > 0 ? ['    query: {', ...fields, '    };'] : []),
    ...(requestBody ? [`    body: ${jsonType(requestBody)};`] : []),
    `    answer: ${success === undefined ? 'unknown' : jsonType(success)};`,
    '  };',
  ].join('\n');
}
