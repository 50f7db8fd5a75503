/** The API reference, made from the API's description: a page for each group of calls, for events, codes and objects. It reads without a script. Pure. */
import { escapeHtml } from '#lib/domain/message/clean-text.ts';
import type { Link } from './docs-frame.ts';
import { fieldsOf, limits, parameterList, schemaLink, typeText } from './fields.ts';
import { code, inline, json, markdown } from './markdown.ts';
import { type ApiDescription, nameIn, type Operation, type Response, type Schema, type Service } from './openapi.ts';
import { type SampleCall, samplesOf } from './samples.ts';

const LISTED = /^- `([^`]+)`: (.*)$/gm;

/** A schema whose description lists its values: each with its meaning. */
const listed = (schema: Schema | undefined): [name: string, meaning: string][] =>
  [...(schema?.description ?? '').matchAll(LISTED)].map(([, name = '', meaning = '']) => [name, meaning]);

/** Answered where there is no operation: a provider's webhook, another path or method, and what the gateway itself refuses. */
const WITHOUT_OPERATION: Readonly<Record<string, string>> = {
  invalid_signature: '401',
  route_not_found: '404',
  method_not_allowed: '405',
  request_refused: '4xx',
};

/** The HTTP statuses with which each code is answered. */
function statusesOf(document: ApiDescription): ReadonlyMap<string, readonly string[]> {
  const found = new Map(Object.entries(WITHOUT_OPERATION).map(([code, status]) => [code, new Set([status])]));
  for (const { operation } of operationsOf(document))
    for (const [status, response] of Object.entries(operation.responses)) {
      const { content } = response.$ref ? (document.components.responses[nameIn(response.$ref)] ?? {}) : response;
      for (const code of Object.keys(content?.['application/json']?.examples ?? {}))
        found.set(code, (found.get(code) ?? new Set()).add(status));
    }
  return new Map([...found].map(([code, statuses]) => [code, [...statuses].toSorted()]));
}

/** Who was answered a status finds what it may mean. */
function byStatus(statuses: ReturnType<typeof statusesOf>): string {
  const all = [...new Set([...statuses.values()].flat())].toSorted();
  const rows = all.map((status) => {
    const codes = [...statuses].filter(([, those]) => those.includes(status)).map(([code]) => code);
    const links = codes.map((code) => `<a href="#code-${code}"><code>${code}</code></a>`).join(', ');
    return `<div id="status-${status}"><dt>${status}</dt><dd>${links}</dd></div>`;
  });
  return `<h2 id="statuses">By HTTP status</h2><dl class="fields">${rows.join('')}</dl>`;
}

function codeList(document: ApiDescription): string {
  const { components } = document;
  const statuses = statusesOf(document);
  const examples = Object.assign(
    {},
    ...Object.values(components.responses).map(({ content }) => content?.['application/json']?.examples ?? {}),
  ) as Record<string, { value: unknown }>;
  const rows = listed(components.schemas['ErrorCode']).map(([name, meaning]) => {
    const example = examples[name];
    const shown = example === undefined ? '' : json('Example', example.value);
    const status =
      statuses
        .get(name)
        ?.map((each) => ` <span class="type">${each}</span>`)
        .join('') ?? '';
    return `<div id="code-${name}"><dt><code>${name}</code>${status}</dt><dd>${markdown(meaning)}${shown}</dd></div>`;
  });
  return `${byStatus(statuses)}<h2 id="each-code">Each code</h2><dl class="fields">${rows.join('')}</dl>`;
}

/** With the body that a receiver gets. */
function eventList({ components, webhooks }: ApiDescription): string {
  const meanings = new Map(listed(components.schemas['EventType']));
  const rows = Object.entries(webhooks).map(([type, { post }]) => {
    const example = post.requestBody?.content['application/json']?.example;
    const meaning = markdown(meanings.get(type) ?? post.description ?? '');
    const shown = example === undefined ? '' : json('Example', example);
    return `<div id="event-${escapeHtml(type)}"><dt><code>${escapeHtml(type)}</code></dt><dd>${meaning}${shown}</dd></div>`;
  });
  return `<dl class="fields">${rows.join('')}</dl>`;
}

/** Their values are listed at full length elsewhere. */
const LISTS: Readonly<Record<string, string>> = { ErrorCode: 'codes', EventType: 'events' };

const objectList = ({ components }: ApiDescription): string =>
  Object.entries(components.schemas)
    .map(([name, schema]) => `<section id="schema-${name}"><h2>${name}</h2>${object(name, schema)}</section>`)
    .join('\n');

function object(name: string, schema: Schema): string {
  const list = LISTS[name];
  if (list !== undefined) return `<p>${typeText(schema)}: <a href="#${list}">all of them</a>.</p>`;
  const about = [...(schema.properties === undefined ? [typeText(schema)] : []), ...limits(schema)].join(', ');
  return `${markdown(schema.description ?? '')}${about === '' ? '' : `<p class="type">${about}</p>`}${fieldsOf(schema)}`;
}

/** A page: `name` is the last part of its address, which the first page has not; `main` is HTML. */
export type Part = {
  name: string;
  title: string;
  kind: 'reference' | 'guide';
  main: string;
  contents?: readonly Link[];
};

type NamedOperation = { method: string; path: string; operation: Operation };

const operationsOf = ({ paths }: ApiDescription): NamedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

const EVENTS =
  'Each happens once to a collection, is shown by `GET /public/collections/{id}`, told to webhook endpoints and kept in the feed. The example is the body of the webhook.';

export function referenceParts(document: ApiDescription, service: Service): Part[] {
  const operations = operationsOf(document);
  const groups = document.tags
    .map((tag) => ({ ...tag, shown: operations.filter(({ operation }) => operation.tags.includes(tag.name)) }))
    // What receivers get is under the events.
    .filter(({ shown }) => shown.length > 0);
  const part = (name: string, title: string, text: string, rest: string): Part => ({
    name,
    title,
    kind: 'reference',
    main: `<h1 id="${name}">${escapeHtml(title)}</h1>${markdown(text)}${rest}`,
  });
  return [
    overview(document, groups),
    ...groups.map(({ name, description, shown }) => ({
      ...part(slug(name), name, description, shown.map((each) => section({ ...each, document, service })).join('\n')),
      contents: shown.map(({ operation }) => ({ href: `#${operation.operationId}`, title: operation.summary })),
    })),
    part('events', 'Types of events', EVENTS, eventList(document)),
    part('codes', 'Codes of refusals', '', codeList(document)),
    part('objects', 'Objects', '', objectList(document)),
  ];
}

/** Guides have names of their own. */
const slug = (name: string): string => `api-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;

type Group = { name: string; description: string; shown: readonly NamedOperation[] };

const overview = ({ info }: ApiDescription, groups: readonly Group[]): Part => ({
  name: '',
  title: 'All calls',
  kind: 'reference',
  main: [
    `<h1>${escapeHtml(info.title)} API</h1>`,
    markdown(info.description),
    '<h2 id="authentication">Authentication</h2><p>Every call but <code>/openapi.json</code> carries the header <code>x-api-key</code>. The same description for programs: <code>/openapi.json</code>.</p>',
    ...groups.map(({ name, shown }) => {
      const rows = shown.map(
        ({ method, path, operation }) =>
          `<tr><td><span class="method ${method}">${method.toUpperCase()}</span></td><td><code>${escapeHtml(path)}</code></td><td><a href="#${operation.operationId}">${escapeHtml(operation.summary)}</a></td></tr>`,
      );
      return `<h2>${escapeHtml(name)}</h2><table><tbody>${rows.join('')}</tbody></table>`;
    }),
  ].join('\n'),
});

type OperationPage = { method: string; path: string; operation: Operation; document: ApiDescription; service: Service };

function section(shown: OperationPage): string {
  const { method, path, operation } = shown;
  const { operationId, summary, description = '', parameters = [] } = operation;
  return [
    `<section class="operation" id="${operationId}">`,
    `<h2>${escapeHtml(summary)}</h2>`,
    `<p class="call"><span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>`,
    markdown(description),
    samples(shown),
    runHere(shown),
    parameters.length > 0 ? `<h3>Parameters</h3>${parameterList(parameters)}` : '',
    bodySection(shown),
    `<h3>Answers</h3>${answers(shown)}`,
    '</section>',
  ].join('\n');
}

/** With the examples of the description. An Idempotency-Key is left out: a key that everybody pastes is none. */
function callOf({ method, path, operation }: OperationPage): SampleCall {
  const { parameters = [], requestBody, security = [] } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const values = Object.fromEntries(inPath.map(({ name, example }) => [name, String(example ?? name)]));
  return {
    method: method.toUpperCase(),
    path,
    filled: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name),
    values,
    hasKey: security.length > 0,
    body: requestBody?.content['application/json']?.example,
  };
}

function samples(shown: OperationPage): string {
  const rows = samplesOf(callOf(shown), shown.service).map(({ language, text }, index) => {
    const isOpen = index === 0 ? ' open' : '';
    const name = `samples-${shown.operation.operationId}`;
    return `<details name="${name}" data-language="${language}"${isOpen}><summary>${language}</summary>${code(text)}</details>`;
  });
  return `<div class="samples">${rows.join('')}</div>`;
}

/** Filled by the script where the service answers: the local run. */
function runHere(shown: OperationPage): string {
  if (shown.service.home === undefined) return '';
  const { method, filled, hasKey, body } = callOf(shown);
  const key = hasKey ? ` data-key="${escapeHtml(shown.service.apiKey)}"` : '';
  const sent = body === undefined ? '' : ` data-body="${escapeHtml(JSON.stringify(body, null, 2))}"`;
  return `<div class="run" data-method="${method}" data-path="${escapeHtml(filled)}"${key}${sent}></div>`;
}

const resolve = ({ components }: ApiDescription, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (components.schemas[nameIn(schema.$ref)] ?? {});

function bodySection({ operation, document }: OperationPage): string {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema === undefined) return '';
  const link = schema.$ref === undefined ? '' : ` ${schemaLink(nameIn(schema.$ref))}`;
  return `<h3>Body${link}</h3>${fieldsOf(resolve(document, schema))}`;
}

function answers({ operation, document }: OperationPage): string {
  const rows = Object.entries(operation.responses).map(([status, response]) => {
    const found = response.$ref === undefined ? response : document.components.responses[nameIn(response.$ref)];
    return `<div><dt><code>${status}</code></dt><dd>${found === undefined ? '' : answer(found)}</dd></div>`;
  });
  return `<dl class="answers">${rows.join('')}</dl>`;
}

/** A success has one example; a refusal has one for each code, shown with the codes. */
function answer({ content, headers = {} }: Response): string {
  const { schema, example, examples } = content?.['application/json'] ?? {};
  if (examples !== undefined) {
    return Object.entries(examples)
      .map(([name, { summary }]) => `<p><a href="#code-${name}"><code>${name}</code></a> ${inline(summary)}</p>`)
      .join('');
  }
  const names = Object.keys(headers).map((name) => `<code>${escapeHtml(name)}</code>`);
  return [
    schema?.$ref === undefined ? '' : `<p>${schemaLink(nameIn(schema.$ref))}</p>`,
    names.length > 0 ? `<p class="type">Headers: ${names.join(', ')}</p>` : '',
    example === undefined ? '' : json('Example', example),
  ].join('');
}
