/** What the tools of the MCP server know of the calls that they make: the fields that each takes, and the outline of its answer. */
import type { Json } from './schemas.ts';

/** The calls. A tool can use no other one. */
const ROUTES = [
  'GET /public/collections',
  'GET /public/collections/{id}',
  'GET /public/collections/{id}/payments',
  'GET /public/collections/{id}/follow-ups',
  'GET /public/customers',
  'GET /public/attention',
  'GET /public/insights/book',
  'GET /public/insights/flow',
  'GET /public/insights/recovery',
  'GET /public/insights/experiment',
  'POST /public/collections/{id}/follow-ups/send/preview',
  'POST /public/collections/{id}/follow-ups/send',
  'POST /public/collections/{id}/payments',
  'POST /public/collections/{id}/promise',
  'DELETE /public/collections/{id}/promise',
];

type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
};
type Content = { content: { 'application/json': { schema: Schema } } };
type Operation = {
  parameters?: { name: string; in: string; required: boolean; description: string; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
type ApiDescription = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** What helps an agent to fill it in. Whether it is right, the API says: its refusals name the field, and what it may be. */
const field = ({ type = 'object', enum: values, minimum, maximum, description = '' }: Schema): Schema => ({
  type,
  ...(values && { enum: values }),
  ...(minimum !== undefined && { minimum }),
  ...(maximum !== undefined && { maximum }),
  // An agent writes no addresses.
  description: description.replace(' Write `+` as `%2B`.', ''),
});

/** Stands for an outline until all is written. */
const NAMED = '$outline';
const A_NAME = /\{\s*"\$outline": "(\w+)"\s*\}/g;

export function mcpRoutes(document: Json): string {
  const { paths, components } = document as ApiDescription;
  const resolved = ({ $ref, ...schema }: Schema): Schema =>
    $ref === undefined ? schema : { ...components.schemas[$ref.split('/').at(-1) ?? ''], ...schema };

  /** Agents read the answer itself: its outline names the parts, and no more. */
  const outline = (schema: Schema, depth = 1): Schema => {
    const { type, properties, required } = resolved(schema);
    if (properties === undefined || depth === 0) return type === undefined ? {} : { type };
    const within = Object.entries(properties).map(([name, field]) => [name, outline(field, depth - 1)]);
    return { type: 'object', properties: Object.fromEntries(within), ...(required && { required }) };
  };

  /** By the name of its schema: several calls answer the same. */
  const outlines: Record<string, Schema> = {};
  const named = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1);
    if (name === undefined) return outline(schema);
    outlines[name] = outline(schema);
    return { [NAMED]: name } as Schema;
  };

  const known = ROUTES.map((route) => {
    const [method = '', path = ''] = route.split(' ');
    const operation = paths[path]?.[method.toLowerCase()];
    if (operation === undefined) throw new Error(`The API has no ${route}`);
    const { parameters = [], requestBody, responses } = operation;
    const body = resolved(requestBody?.content['application/json'].schema ?? {});
    const inHead = parameters.filter((parameter) => parameter.in !== 'header');
    const inAddress = inHead.map(({ name, schema, description }) => [name, field({ ...schema, description })]);
    const inBody = Object.entries(body.properties ?? {}).map(([name, one]) => [name, field(one)]);
    const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
    const { properties: { data = {}, meta } = {} } = resolved(answer?.content['application/json'].schema ?? {});
    return [
      route,
      {
        takes: Object.fromEntries([...inAddress, ...inBody]),
        needs: [...inHead.flatMap(({ name, required }) => (required ? [name] : [])), ...(body.required ?? [])],
        data: named(data),
        ...(meta && { meta: named(meta) }),
      },
    ];
  });
  const written = (value: object) => JSON.stringify(value, null, 2).replace(A_NAME, 'OUTLINES.$1');
  return [
    '/** Made by `npm run openapi` from the description of the API. Do not edit it. */',
    '',
    `const OUTLINES = ${written(outlines)} as const;`,
    '',
    `export const ROUTES = ${written(Object.fromEntries(known))} as const;`,
    '',
  ].join('\n');
}
