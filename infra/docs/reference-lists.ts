/** The lists of the reference that belong to no call: codes of refusals, types of events, objects. Pure. */
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import { fieldsOf, limits, typeText } from './fields.ts';
import { json, markdown } from './markdown.ts';
import type { ApiDescription, Schema } from './openapi.ts';

const LISTED = /^- `([^`]+)`: (.*)$/gm;

/** A schema whose description lists its values: each with its meaning. */
const listed = (schema: Schema | undefined): [name: string, meaning: string][] =>
  [...(schema?.description ?? '').matchAll(LISTED)].map(([, name = '', meaning = '']) => [name, meaning]);

export function codeList({ components }: ApiDescription): string {
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
export function eventList({ components, webhooks }: ApiDescription): string {
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

export const objectList = ({ components }: ApiDescription): string =>
  Object.entries(components.schemas)
    .map(([name, schema]) => `<section id="schema-${name}"><h2>${name}</h2>${object(name, schema)}</section>`)
    .join('\n');

function object(name: string, schema: Schema): string {
  const list = LISTS[name];
  if (list !== undefined) return `<p>${typeText(schema)}: <a href="#${list}">all of them</a>.</p>`;
  const about = [...(schema.properties === undefined ? [typeText(schema)] : []), ...limits(schema)].join(', ');
  return `${markdown(schema.description ?? '')}${about === '' ? '' : `<p class="type">${about}</p>`}${fieldsOf(schema)}`;
}
