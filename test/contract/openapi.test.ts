/** The API's description is valid, current and complete. */
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '#infra/openapi/document.ts';
import { ALL_EVENT_TYPES, TOLD_TYPES } from '#lib/contract/event-response.ts';
import { ROUTES } from '#lib/contract/routes.ts';
import packageJson from '#package' with { type: 'json' };

type Operation = { operationId: string; security: object[]; responses: Record<string, object>; requestBody?: object };
type Document = { paths: Record<string, Record<string, Operation>> };

const document = openApiDocument(packageJson.version) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

describe('the OpenAPI document', () => {
  it('the OpenAPI document is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('the OpenAPI document is the one in docs/, which the service serves', () => {
    expect(JSON.parse(readFileSync('docs/openapi.json', 'utf8'))).toEqual(document);
  });

  it('the OpenAPI document has exactly the routes of the service', () => {
    const routes = ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(routes.toSorted());
  });

  it('every operation of the OpenAPI document has its own id', () => {
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  });

  it('the OpenAPI document lists every type of event under webhooks, with the body of the feed', () => {
    const { webhooks } = document as unknown as { webhooks: Record<string, object> };
    expect(Object.keys(webhooks)).toEqual([...TOLD_TYPES, 'webhook.ping']);
    for (const type of ALL_EVENT_TYPES) expect(JSON.stringify(webhooks[type])).toContain('schemas/WebhookEvent"');
  });

  it('every operation under /public requires a key and lists its refusal', () => {
    for (const { path, operation } of operations.filter((each) => each.path.startsWith('/public'))) {
      expect.soft(operation.security, path).toEqual([{ ApiKey: [] }]);
      expect.soft(Object.keys(operation.responses), path).toEqual(expect.arrayContaining(['400', '401', '429', '503']));
    }
  });

  it('every operation with a body says that the body may be too large or malformed', () => {
    for (const { path, operation } of operations.filter((each) => each.operation.requestBody)) {
      expect.soft(Object.keys(operation.responses), path).toEqual(expect.arrayContaining(['413', '415']));
    }
  });
});
