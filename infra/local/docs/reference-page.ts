/** The API reference: one page without a script, made from the API's description. Pure. */
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import { curl } from '#lib/web/kit/curl.ts';
import { docsFrame, type Guide } from './docs-frame.ts';
import { fieldsOf, limits, parameterList, schemaLink, typeText } from './fields.ts';
import { inline, markdown } from './markdown.ts';
import { type Described, nameIn, type Operation, type Response, type Schema, type Service } from './openapi.ts';

const LISTED = /^- `([^`]+)`: (.*)$/gm;

/** A schema whose description lists its values: each with its meaning. */
const listed = (schema: Schema | undefined): [name: string, meaning: string][] =>
  [...(schema?.description ?? '').matchAll(LISTED)].map(([, name = '', meaning = '']) => [name, meaning]);

function codeList({ components }: Described): string {
  const examples = Object.assign(
    {},
    ...Object.values(components.responses).map(({ content }) => content?.['application/json']?.examples ?? {}),
  ) as Record<string, { value: unknown }>;
  const rows = listed(components.schemas['ErrorCode']).map(([name, meaning]) => {
    const example = examples[name];
    const shown = example === undefined ? '' : json('Example', example.value);
    return `<div id="code-${name}"><dt><code>${name}</code></dt><dd>${markdown(meaning)}${shown}</dd></div>`;
  });
  return `<dl class="fields">${rows.join('')}</dl>`;
}

/** With the body that a receiver gets. */
function eventList({ components, webhooks }: Described): string {
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

const objectList = ({ components }: Described): string =>
  Object.entries(components.schemas)
    .map(([name, schema]) => `<section id="schema-${name}"><h3>${name}</h3>${object(name, schema)}</section>`)
    .join('\n');

function object(name: string, schema: Schema): string {
  const list = LISTS[name];
  if (list !== undefined) return `<p>${typeText(schema)}: <a href="#${list}">all of them</a>.</p>`;
  const about = [...(schema.properties === undefined ? [typeText(schema)] : []), ...limits(schema)].join(', ');
  return `${markdown(schema.description ?? '')}${about === '' ? '' : `<p class="type">${about}</p>`}${fieldsOf(schema)}`;
}

type Reference = { document: Described; service: Service; guides: readonly Guide[] };

type Named = { method: string; path: string; operation: Operation };

const operationsOf = ({ paths }: Described): Named[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

const EVENTS =
  'Each happens once to a collection, is shown by `GET /public/collections/{id}`, told to webhook endpoints and kept in the feed. The example is the body of the webhook.';

export function referencePage({ document, service, guides }: Reference): string {
  const operations = operationsOf(document);
  const tagged = document.tags.map((tag) => ({
    ...tag,
    id: `tag-${tag.name.toLowerCase()}`,
    operations: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  // What receivers get is under the events.
  const groups = tagged.filter((group) => group.operations.length > 0);
  const main = [
    `<h1>${escapeHtml(document.info.title)} API</h1>`,
    markdown(document.info.description),
    `<p>Every call but <code>/openapi.json</code> carries the header <code>x-api-key</code>. The same description for programs: <a href="/openapi.json">/openapi.json</a>.</p>`,
    ...groups.map(
      ({ id, name, description, operations: shown }) =>
        `<h2 id="${id}">${name}</h2>${markdown(description)}${shown
          .map((each) => operationSection({ ...each, document, service }))
          .join('\n')}`,
    ),
    `<h2 id="events">Events</h2>${markdown(EVENTS)}${eventList(document)}`,
    `<h2 id="codes">Codes of refusals</h2>${codeList(document)}`,
    `<h2 id="objects">Objects</h2>${objectList(document)}`,
  ].join('\n');
  const contents = [
    ...groups.map(({ id, name, operations: shown }) => ({
      href: `#${id}`,
      title: name,
      below: shown.map(({ operation }) => ({ href: `#${operation.operationId}`, title: operation.summary })),
    })),
    { href: '#events', title: 'Events', below: [] },
    { href: '#codes', title: 'Codes of refusals', below: [] },
    { href: '#objects', title: 'Objects', below: [] },
  ];
  return docsFrame({ title: 'API reference', main, guides, contents, home: service.home });
}

type Shown = { method: string; path: string; operation: Operation; document: Described; service: Service };

function operationSection(shown: Shown): string {
  const { method, path, operation } = shown;
  const { operationId, summary, description = '', parameters = [] } = operation;
  return [
    `<section class="operation" id="${operationId}">`,
    `<h3>${escapeHtml(summary)}</h3>`,
    `<p class="call"><span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>`,
    markdown(description),
    code(callOf(shown)),
    parameters.length > 0 ? `<h4>Parameters</h4>${parameterList(parameters)}` : '',
    bodySection(shown),
    `<h4>Answers</h4>${answers(shown)}`,
    '</section>',
  ].join('\n');
}

const code = (text: string): string => `<pre><code>${escapeHtml(text)}</code></pre>`;

const json = (title: string, value: unknown): string =>
  `<details><summary>${escapeHtml(title)}</summary>${code(JSON.stringify(value, null, 2))}</details>`;

/** With the examples of the description. An Idempotency-Key is left out: a key that everybody pastes is none. */
function callOf({ method, path, operation, service: { baseUrl, apiKey } }: Shown): string {
  const { parameters = [], requestBody, security = [] } = operation;
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, { name, example }) => url.replace(`{${name}}`, String(example ?? name)), path);
  return curl({
    method: method.toUpperCase(),
    url: `${baseUrl}${filled}`,
    ...(security.length > 0 && { apiKey }),
    body: requestBody?.content['application/json']?.example,
  });
}

const resolve = ({ components }: Described, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (components.schemas[nameIn(schema.$ref)] ?? {});

function bodySection({ operation, document }: Shown): string {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema === undefined) return '';
  const link = schema.$ref === undefined ? '' : ` ${schemaLink(nameIn(schema.$ref))}`;
  return `<h4>Body${link}</h4>${fieldsOf(resolve(document, schema))}`;
}

function answers({ operation, document }: Shown): string {
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
