/** The API reference has everything that the description has, reads without a script, and is found by words. */
import { expect, it } from 'vitest';
import { search } from '#infra/docs/app/search.ts';
import { samplesOf } from '#infra/docs/samples.ts';
import { withOwnIds } from '#infra/local/docs/docs-calls.ts';
import { ERROR_CODES } from '#infra/openapi/error-codes.ts';
import { A_COLLECTION_ID, A_PROVIDER_ID } from '#lib/contract/described.ts';
import { ALL_EVENT_TYPES } from '#lib/contract/event-response.ts';
import { ROUTES } from '#lib/contract/routes.ts';
import { escapeHtml } from '#lib/domain/message/clean-text.ts';
import { aSite, DOCUMENT as document, SERVICE as service } from './a-site.ts';

const { pages, index } = await aSite();
const html = [...pages.values()].join('\n');
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

it('each code says with which HTTP statuses it is answered, and each status which codes there are', () => {
  const html = pages.get('codes') ?? '';
  expect(html).toMatch(/<dt><code>duplicate_reference<\/code> <span class="type">409<\/span><\/dt>/);
  expect(html).toMatch(/<div id="status-409"><dt>409<\/dt><dd>[\s\S]*?#code-duplicate_reference[\s\S]*?<\/dd>/);
  const codes = [...html.matchAll(/<div id="code-(\w+)"><dt>(.*?)<\/dt>/g)].map(([, code, head = '']) => [code, head]);
  const without = codes.filter(([, head]) => !/<span class="type">\d(?:\d\d|xx)<\/span>/.test(head ?? ''));
  expect(without).toEqual([]);
});

it('a page loads its one script, and nothing of another host', () => {
  for (const page of pages.values()) {
    expect(page.match(/<script[^>]*>/g)).toEqual(['<script defer src="docs.js">']);
    expect(page).not.toMatch(/<link|<img|<iframe|\son\w+=|\sstyle=|src="http/);
  }
});

it('markup in a description stays text', async () => {
  const info = { ...document.info, title: '<b>T</b>', description: 'a <script>alert(1)</script> b' };
  const described = (await aSite({ ...document, info })).pages.get('') ?? '';
  expect(described).not.toMatch(/<script>|<b>/);
});

it.each([
  ['record a payment', 'Record'],
  ['duplicate_reference', 'duplicate_reference'],
  ['Collection.Completed', 'collection.completed'],
  ['standard webhooks', 'webhook'],
  ['dueDate', ''],
  ['createCollection', ''],
  // Words at the end of a long section, and what a caller saw.
  ['skipReason', ''],
  ['authentication', ''],
  ['409', '409'],
  ['429', '429'],
  ['/public/attention/{id}', ''],
])('%j is found', (text, title) => {
  const found = search(index, text);
  expect(found.length).toBeGreaterThan(0);
  expect(found[0]?.title.toLowerCase()).toContain(title.toLowerCase());
});

it('what is found has all words, and nothing is found for none', () => {
  expect(search(index, 'collection zebra')).toEqual([]);
  expect(search(index, '  ')).toEqual([]);
});

it('each call has samples in four languages, with its body to the last digit', () => {
  const body = {
    amount: { value: 20_000_001.5, currency: 'NGN' },
    note: "it's\n",
    flag: true,
    none: null,
    list: [1, {}],
  };
  const call = {
    method: 'POST',
    path: '/public/x/{id}',
    filled: '/public/x/pay_1',
    values: { id: 'pay_1' },
    hasKey: true,
    body,
  };
  const samples = Object.fromEntries(samplesOf(call, service).map(({ language, text }) => [language, text]));
  expect(samples['JavaScript']).toContain('client.call(\'POST /public/x/{id}\', {\n  path: {\n    id: "pay_1"');
  expect(samples['Python']).toContain('"value": 20000001.5,');
  expect(samples['Python']).toContain('"flag": True,');
  expect(samples['Python']).toContain('"none": None,');
  expect(samples['PHP']).toContain(
    `CURLOPT_POSTFIELDS => '{"amount":{"value":20000001.5,"currency":"NGN"},"note":"it\\'s\\\\n"`,
  );
  expect(samples['curl']).toContain('-X POST https://api.example/public/x/pay_1');
});
