/** The API reference: one page without a script, made from the API's description. Pure. */
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import { docsFrame, type Guide } from './docs-frame.ts';
import { fieldsOf, limits, typeText } from './fields.ts';
import { markdown } from './markdown.ts';
import type { Described, Operation, Schema, Service } from './openapi.ts';
import { json, operationSection } from './operation.ts';

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
