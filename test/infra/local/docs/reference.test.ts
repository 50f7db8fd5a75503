/** The API reference has everything that the description has, and works without a script. */
import { expect, it } from 'vitest';
import type { Described } from '#infra/local/docs/openapi.ts';
import { withOwnIds } from '#infra/local/docs/own-ids.ts';
import { referencePage } from '#infra/local/docs/reference-page.ts';
import { openApiDocument } from '#infra/openapi/document.ts';
import { ERROR_CODES } from '#infra/openapi/error-codes.ts';
import { ALL_EVENT_TYPES } from '#lib/contract/event-types.ts';
import { A_COLLECTION_ID, A_PROVIDER_ID } from '#lib/contract/example-values.ts';
import { ROUTES } from '#lib/contract/routes.ts';
import { escapeHtml } from '#lib/domain/message/escape-html.ts';

const document = openApiDocument('1.0.0') as unknown as Described;
const service = { baseUrl: 'http://127.0.0.1:3000', apiKey: 'ck_test_mine' };
const html = referencePage({ document, service, guides: [{ name: 'first-payment', title: 'First payment' }] });
const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

it('the reference shows every operation with its path, and a call with the real address and key', () => {
  for (const { path, method } of ROUTES) {
    expect(html).toContain(`${method}</span> <code>${path}</code>`);
    expect(html).toContain(service.baseUrl + path.split('{')[0]);
  }
  expect(html.split('class="operation"')).toHaveLength(ROUTES.length + 1);
  expect(html).toContain(escapeHtml(`-H 'x-api-key: ck_test_mine'`));
});

it('the commands have the reader’s newest ids, and those of the examples where there are none yet', () => {
  const own = 'pay_mine';
  const shown = withOwnIds(html, { [A_COLLECTION_ID]: own, [A_PROVIDER_ID]: undefined });
  expect(shown).toContain(`${service.baseUrl}/public/collections/${own}`);
  expect(shown).not.toContain(A_COLLECTION_ID);
  expect(shown).toContain(A_PROVIDER_ID);
});

it('the reference shows every field of every object, with its description', () => {
  for (const { properties = {} } of Object.values(document.components.schemas)) {
    for (const [name, { description = '' }] of Object.entries(properties)) {
      expect(html).toContain(`<dt><code>${name}</code>`);
      const [words = ''] = description.split(/[`*[\n]/);
      expect(html).toContain(escapeHtml(words));
    }
  }
});

it('the reference shows every code and every type of event once, with its example', () => {
  for (const code of ERROR_CODES) expect(ids.filter((id) => id === `code-${code}`)).toHaveLength(1);
  for (const type of ALL_EVENT_TYPES) expect(ids.filter((id) => id === `event-${type}`)).toHaveLength(1);
  expect(html).toContain(escapeHtml('"code": "duplicate_reference"'));
});

it('the reference loads nothing and runs nothing', () => {
  expect(html).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|\sstyle=|src=/);
});

it('markup in a description stays text', () => {
  const info = { ...document.info, title: '<b>T</b>', description: 'a <script>alert(1)</script> b' };
  const described = referencePage({ document: { ...document, info }, service, guides: [] });
  expect(described).not.toMatch(/<script|<b>/);
});
