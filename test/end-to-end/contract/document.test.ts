/** The served document is strict enough to detect an answer with unknown fields or codes. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiDocument, operationsOf, resolve, type Schema } from '#test/support/api-document.ts';
import { useService } from '#test/support/service.ts';

const service = useService();
let document: ApiDocument;

beforeAll(async () => {
  document = (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as ApiDocument;
});

/** Every schema inside an answer's schema, each with its path. */
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
  it('the served document is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>)).toEqual({
      valid: true,
    });
  });

  it('the served document forbids unknown fields in every object of an answer except in metadata and in the data of an event', () => {
    const open = new Set<string>();
    for (const { operationId, status, schema } of answers().filter(
      (each) => each.operationId !== 'getOpenapi' && Number(each.status) < 300,
    )) {
      for (const [path, { type, additionalProperties }] of inside(schema, 'body')) {
        if (type !== 'object' || additionalProperties === false) continue;
        expect(path, `${operationId} ${status}`).toMatch(/^body\.data(\[\])?\.(metadata(\[\])?|events\[\]\.data)$/);
        open.add(path.replace(/^body\.data(\[\])?/, ''));
      }
    }
    expect([...open].toSorted()).toEqual(['.events[].data', '.metadata', '.metadata[]']);
    expect(document.components.schemas['Error']?.additionalProperties).toBe(false);
  });

  it('the served document lists the possible codes of every refusal', () => {
    for (const { operationId, status, schema } of answers().filter((each) => Number(each.status) >= 400)) {
      expect(JSON.stringify(schema), `${operationId} ${status}`).toMatch(
        /"\$ref":"#\/components\/schemas\/Error".*"enum":\["\w+/,
      );
    }
  });

  it('the served document lists, for every operation, the refusals of the gateway and the server errors', () => {
    for (const { operationId, responses } of operationsOf(document)) {
      expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['403', '429', '500', '503', '504']));
    }
  });
});
