/** The documentation as pages: the guides and the reference, and the words by which they are found. Pure but for the guides' files. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { docsFrame } from './docs-frame.ts';
import { markdown } from './markdown.ts';
import type { ApiDescription, Service } from './openapi.ts';
import { type Part, referenceParts } from './reference-pages.ts';

/** In the order in which they are read. */
export const GUIDES = [
  'first-payment',
  'console',
  'payments',
  'follow-up-policy',
  'own-words',
  'answers',
  'webhooks',
  'finding',
  'insights',
  'customers',
  'accounting',
  'clients',
  'evolution',
  'local-testing',
  'going-live',
] as const;

const FOLDER = join(import.meta.dirname, '../../docs/guides');

export type Guide = { name: string; title: string; text: string };

/** The first heading. */
export const titleOf = (text: string): string => /^# (.*)$/m.exec(text)?.[1] ?? '';

export const readGuides = (): Promise<Guide[]> =>
  Promise.all(
    GUIDES.map(async (name) => {
      const text = await readFile(join(FOLDER, `${name}.md`), 'utf8');
      return { name, title: titleOf(text), text };
    }),
  );

/** `to`: the address of a page, by its name; the first page has none. `script`: that of the search. */
type Place = { to: (page: string) => string; script: string };

/** `title` of what is found, and where. */
export type SearchEntry = { title: string; href: string; kind: string; words: string };

export type Site = { pages: ReadonlyMap<string, string>; index: readonly SearchEntry[] };

type Sources = { document: ApiDescription; guides: readonly Guide[]; service: Service; place: Place };

export function siteOf({ document, guides, service, place }: Sources): Site {
  const parts = [...referenceParts(document, service), ...guides.map((guide) => guidePart(guide, service))];
  const homes = new Map(parts.flatMap(({ name, main }) => idsIn(main).map((id) => [id, name] as const)));
  const links = {
    guides: guides.map(({ name, title }) => ({ href: place.to(name), title, name })),
    reference: parts
      .filter(({ kind }) => kind === 'reference')
      .map(({ name, title }) => ({ href: place.to(name), title, name })),
  };
  const pages = parts.map(({ name, title, main, contents = [] }): [string, string] => {
    const html = docsFrame({ title, main, ...links, contents, current: name, home: service.home, place });
    return [name, withAddresses(html, { name, homes, place })];
  });
  return { pages: new Map(pages), index: parts.flatMap((part) => foundIn(part, place)) };
}

function guidePart({ name, title, text }: Guide, service: Service): Part {
  const code = (block: string) => block.replace(ADDRESS, service.baseUrl).replace(KEY, () => service.apiKey);
  return { name, title, kind: 'guide', main: markdown(text, { code }) };
}

/** The variables, and what the guide sets them to for who reads the file itself. */
const ADDRESS = /\$BASE_URL|http:\/\/127\.0\.0\.1:3000/g;
const KEY = /\$API_KEY|ck_test_…/g;

const idsIn = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

type LinkTargets = { name: string; homes: ReadonlyMap<string, string>; place: Place };

/** Links to what another page has, and from a guide to another one as its file has it, lead there; what has no page is no link. */
const withAddresses = (html: string, { name, homes, place }: LinkTargets): string =>
  html
    .replaceAll(/href="#([^"]+)"/g, (whole, id: string) => {
      const home = homes.get(id);
      return home === undefined || home === name ? whole : `href="${place.to(home)}#${id}"`;
    })
    .replaceAll(/href="\.\/([a-z-]+)\.md(#[^"]*)?"/g, (_whole, guide: string, anchor = '') => {
      return `href="${place.to(guide)}${anchor}"`;
    })
    .replaceAll(/<a href="\.\.\/[^"]+">(.*?)<\/a>/gs, '$1');

function foundIn({ name, title, kind, main }: Part, place: Place): SearchEntry[] {
  const href = place.to(name);
  const sections = main.split(/(?=<(?:section|div|h2) [^>]*id=")/).map((html) => {
    const [, id] = / id="([^"]+)"/.exec(html.slice(0, 200)) ?? [];
    const [, heading = ''] = /<(?:h[1-4]|dt)[^>]*>(.*?)<\/(?:h[1-4]|dt)>/s.exec(html) ?? [];
    return { id, heading: textOf(heading), words: textOf(html) };
  });
  return sections
    .filter(({ id, heading }) => id !== undefined && heading !== '')
    .map(({ id, heading, words }) => ({
      title: heading,
      href: `${href}#${id}`,
      kind,
      words: `${[...new Set(words.toLowerCase().split(' '))].join(' ')} ${id}`,
    }))
    .concat({ title, href, kind, words: '' });
}

const textOf = (html: string): string =>
  html
    .replaceAll(/<pre>.*?<\/pre>/gs, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
