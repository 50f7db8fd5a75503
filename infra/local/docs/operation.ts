/** One operation of the reference: what it does, a call to paste, what it takes, and everything it may answer. */
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import { curl } from '#lib/web/kit/curl.ts';
import { fieldsOf, parameterList, schemaLink } from './fields.ts';
import { inline, markdown } from './markdown.ts';
import { type Described, nameIn, type Operation, type Response, type Schema, type Service } from './openapi.ts';

type Shown = { method: string; path: string; operation: Operation; document: Described; service: Service };

export function operationSection(shown: Shown): string {
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

export const json = (title: string, value: unknown): string =>
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
