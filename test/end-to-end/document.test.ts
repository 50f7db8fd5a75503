/** The served document is strict enough to detect an answer with unknown fields or codes. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiDocument,
  faultsUnder,
  type Json,
  judgeAnswers,
  operationsOf,
  resolve,
  type Schema,
} from '#test/support/api-document.ts';
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
      ...response.content['application/json'],
    })),
  );

describe('the served document', () => {
  it('the served document is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>)).toEqual({
      valid: true,
    });
  });

  it('the served document leaves every object of an answer open to new fields, and says what only data must have', () => {
    const anything = new Set<string>();
    for (const { operationId, status, schema } of answers().filter((each) => each.operationId !== 'getOpenapi')) {
      for (const [path, { type, additionalProperties }] of inside(schema, 'body')) {
        if (type !== 'object') continue;
        expect(additionalProperties, `${operationId} ${status} ${path}`).not.toBe(false);
        if (additionalProperties === true) anything.add(path.replace(/^body\.data(\[\])?/, ''));
      }
    }
    expect([...anything].toSorted()).toEqual(['.data.event.data', '.events[].data']);
  });

  it('every check of an answer against the document refuses a field, a code or a type of event that is not documented', () => {
    const faults = faultsUnder(document, { $ref: '#/components/schemas/CollectionResponse' });
    const { example } =
      answers().find((each) => each.operationId === 'createCollection' && each.status === '201') ?? {};
    const told = example as { status: string; data: { events: object[]; contact: object } };
    const withData = (data: object) => ({ ...told, data: { ...told.data, ...data } }) as unknown as Json;
    expect(faults(withData({}))).toEqual([]);
    expect(faults(withData({ colour: 'red' }))).not.toEqual([]);
    expect(faults(withData({ contact: { ...told.data.contact, colour: 'red' } }))).not.toEqual([]);
    expect(faults(withData({ events: [{ ...told.data.events[0], type: 'collection.painted' }] }))).not.toEqual([]);
    const odd = { ...told.data.events[0], data: { payBy: '2026-03-02T09:15:30.120Z' } };
    expect(faults(withData({ events: [odd] }))).not.toEqual([]);
    const refused = { status: 404, headers: new Headers({ 'content-type': 'application/json', 'x-request-id': 'x' }) };
    const judge = judgeAnswers(document);
    const text = (code: string) => JSON.stringify({ status: 'error', message: 'm', code });
    const target = '/public/collections/x';
    expect(judge('GET', target, { ...refused, text: text('collection_not_found') })).toEqual([]);
    expect(judge('GET', target, { ...refused, text: text('provider_not_found') })).not.toEqual([]);
  });

  it('the served document lists the possible codes of every refusal, each with an example', () => {
    const listed = document.components.schemas['ErrorCode']?.['x-extensible-enum'];
    for (const { operationId, status, schema, examples = {} } of answers().filter(
      (each) => Number(each.status) >= 400,
    )) {
      expect(schema, `${operationId} ${status}`).toEqual({ $ref: '#/components/schemas/ApiError' });
      expect(Object.keys(examples).length, `${operationId} ${status}`).toBeGreaterThan(0);
      expect(listed).toEqual(expect.arrayContaining(Object.keys(examples)));
      for (const [code, { value }] of Object.entries(examples)) expect(value).toMatchObject({ status: 'error', code });
    }
  });

  it('the served document lists, for every operation, the refusals of the gateway and the server errors', () => {
    for (const { operationId, responses } of operationsOf(document)) {
      expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['403', '429', '500', '503', '504']));
    }
  });
});
