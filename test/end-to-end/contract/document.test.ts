/** The served document is strict enough to catch an answer that says more, or anything else, than it should. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiDocument, operationsOf, resolve, type Schema } from '#test/support/api-document.ts';
import { useService } from '#test/support/service.ts';

const service = useService();
let document: ApiDocument;

beforeAll(async () => {
  document = (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as ApiDocument;
});

/** Every schema in an answer, by where it is. */
function inside(given: Schema, path: string): [string, Schema][] {
  const schema = resolve(document, given);
  const parts = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => inside(part, `${path}.${name}`));
  const items = schema.items ? inside(schema.items, `${path}[]`) : [];
  const either = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap((one) => inside(one, path));
  return [[path, schema], ...parts, ...items, ...either];
}

const answers = () =>
  operationsOf(document).flatMap(({ operationId, responses }) =>
    Object.entries(responses).map(([status, response]) => ({
      operationId,
      status,
      schema: response.content['application/json'].schema,
    })),
  );

describe('the served document', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>)).toEqual({
      valid: true,
    });
  });

  it('forbids unknown fields in every object of an answer, but in what callers keep in metadata', () => {
    for (const { operationId, status, schema } of answers().filter(
      (each) => each.operationId !== 'getOpenapi' && Number(each.status) < 300,
    )) {
      for (const [path, { type, additionalProperties }] of inside(schema, 'body')) {
        if (type !== 'object' || /\.metadata(\[\])?$/.test(path)) continue;
        expect(additionalProperties, `${operationId} ${status} ${path}`).toBe(false);
      }
    }
    expect(document.components.schemas['Error']?.additionalProperties).toBe(false);
  });

  it('says of every refusal which codes it may have', () => {
    for (const { operationId, status, schema } of answers().filter((each) => Number(each.status) >= 400)) {
      expect(JSON.stringify(schema), `${operationId} ${status}`).toMatch(
        /"\$ref":"#\/components\/schemas\/Error".*"enum":\["\w+/,
      );
    }
  });

  it('says of every operation what may happen before it is reached, and on its way', () => {
    for (const { operationId, responses } of operationsOf(document)) {
      expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['403', '429', '500', '503', '504']));
    }
  });
});
