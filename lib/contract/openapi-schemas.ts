/** The schemas of the API's description, made from the schemas that validate. */
import * as z from 'zod/mini';
import { OPERATIONS } from './operations.ts';

export type Json = Record<string, unknown>;

export const content = (schema: Json, example?: Json): Json => ({
  'application/json': { schema, ...(example && { example }) },
});

/** Its named parts become references to the document's components. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, $defs: _shared, ...rest } = withComponentRefs(schema, io);
  return rest;
}

/** The named parts of all responses. */
export const shared = (): Json =>
  Object.assign(
    {},
    ...Object.values(OPERATIONS).map(({ success }) => withComponentRefs(success.schema, 'output')['$defs']),
  );

const withComponentRefs = (schema: z.ZodMiniType, io: 'input' | 'output'): Json =>
  JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' })).replaceAll(
      '#/$defs/',
      '#/components/schemas/',
    ),
  );
