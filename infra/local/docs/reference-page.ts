/** The API reference: one page without a script, made from the API's description. Pure. */
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import { docsFrame, type Guide } from './docs-frame.ts';
import { codeList, eventList, objectList } from './lists.ts';
import { markdown } from './markdown.ts';
import type { Described, Operation, Service } from './openapi.ts';
import { operationSection } from './operation.ts';

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
