/** The guides and the Markdown that they use. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inline, markdown } from '#infra/docs/markdown.ts';
import { GUIDES, titleOf } from '#infra/docs/site.ts';
import packageJson from '#package' with { type: 'json' };
import { aSite, SERVICE } from './a-site.ts';

describe('markdown', () => {
  it.each([
    ['# A title', '<h1 id="a-title">A title</h1>'],
    ['one\ntwo', '<p>one\ntwo</p>'],
    ['- a\n- b\n  more', '<ul><li>a</li><li>b\n  more</li></ul>'],
    ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
    ['```sh\na < b\n```', '<pre><code>a &lt; b</code></pre>'],
    [
      '| A | B |\n|---|---|\n| `x\\|y` | z |',
      '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td><code>x|y</code></td><td>z</td></tr></tbody></table>',
    ],
    ['**bold** and `**code**`', '<p><strong>bold</strong> and <code>**code**</code></p>'],
    ['text\n- item', '<p>text</p>\n<ul><li>item</li></ul>'],
  ])('%j becomes %s', (text, html) => {
    expect(markdown(text)).toBe(html);
  });

  it('a link leads only to an address that cannot run anything', () => {
    expect(inline('[a](https://b.example/c)')).toBe('<a href="https://b.example/c">a</a>');
    expect(inline('[a](/docs#x)')).toBe('<a href="/docs#x">a</a>');
    expect(inline('[a](javascript:alert(1))')).not.toContain('<a');
  });

  it('whatever the text, nothing but our own elements comes out, and it ends', () => {
    const piece = fc.constantFrom(
      '<script>',
      '"',
      '`',
      '```',
      '\n',
      '- ',
      '1. ',
      '# ',
      '| ',
      '**',
      '[a](',
      ')',
      'javascript:',
      'http://x" onclick="y',
      'word ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const tags = [...markdown(pieces.join('')).matchAll(/<\/?(\w+)([^>]*)>/g)];
        for (const [, name = '', attributes = ''] of tags) {
          expect([
            'h1',
            'p',
            'ul',
            'ol',
            'li',
            'pre',
            'code',
            'table',
            'thead',
            'tbody',
            'tr',
            'th',
            'td',
            'strong',
            'a',
          ]).toContain(name);
          expect(attributes).toMatch(/^(?: id="[\w-]*"| href="[^"]*")?$/);
        }
      }),
    );
  });
});

const files = globSync('docs/guides/*.md');

it('every guide is served, and every guide that is served exists', () => {
  expect(files.map((file) => basename(file, '.md')).toSorted()).toEqual(GUIDES.toSorted());
});

const { pages } = await aSite();

describe.each(files)('%s', (file) => {
  const text = readFileSync(file, 'utf8');
  const html = pages.get(basename(file, '.md')) ?? '';

  it(`the guide ${file} has a title, and the address and key of its reader in its commands`, () => {
    expect(html).toContain(`>${titleOf(text)}</h1>`);
    const code = [...html.matchAll(/<pre><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, block]) => block).join('\n');
    expect(code).not.toMatch(/\$BASE_URL|\$API_KEY|127\.0\.0\.1:3000|ck_test_…/);
    if (text.includes('$API_KEY')) expect(code).toContain(SERVICE.apiKey);
  });

  it(`the npm scripts of the guide ${file} exist`, () => {
    for (const [, script = ''] of text.matchAll(/npm run ([a-z:]+)/g))
      expect(packageJson.scripts).toHaveProperty([script]);
  });
});

it('every link within the documentation leads to a page and a place that exist', () => {
  const places = new Map([...pages].map(([name, html]) => [name, new Set(html.match(/(?<= id=")[^"]+/g))]));
  for (const [name, html] of pages)
    for (const [, page, place = ''] of html.matchAll(/ href="([a-z-]*)\.html(?:#([^"]+))?"/g)) {
      const found = places.get(page === 'index' ? '' : (page ?? ''));
      expect(found, `${name} → ${page}`).toBeDefined();
      if (place !== '') expect([...(found ?? [])], `${name} → ${page}`).toContain(place);
    }
  for (const [name, html] of pages)
    for (const [, place] of html.matchAll(/ href="#([^"]+)"/g)) expect(places.get(name), name).toContain(place);
});
