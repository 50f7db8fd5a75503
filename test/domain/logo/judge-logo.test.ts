/** Which images can be a logo, what of an SVG is kept, and what is refused with its reason. */
import { describe, expect, it } from 'vitest';
import { judgeLogo } from '#lib/domain/logo/judge-logo.ts';
import { fitted } from '#lib/domain/logo/logo.ts';
import { newLogo, readLogoFile } from '#lib/domain/logo/logo-file.ts';
import { anSvg, aPng } from './images.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const svgOf = (source: string) => Buffer.from(judgeLogo(base64(source)).bytes).toString();

function refusal(image: string): string {
  try {
    judgeLogo(image);
  } catch (error) {
    const [fault] = (error as { details: { errors: { path: string; message: string }[] } }).details.errors;
    expect(fault?.path).toBe('image');
    return fault?.message ?? '';
  }
  return 'nothing';
}

describe('a PNG', () => {
  it('a PNG is kept byte by byte, with its size', () => {
    const image = aPng();
    expect(judgeLogo(image)).toEqual({ type: 'png', bytes: Buffer.from(image, 'base64'), width: 120, height: 40 });
    expect(judgeLogo(aPng({ width: 2_048, height: 1 }))).toMatchObject({ width: 2_048, height: 1 });
  });

  it('a PNG is refused that is too large, whatever the order of its sides', () => {
    expect(refusal(aPng({ width: 2_049, height: 1 }))).toBe('must have 1 to 2048 pixels each way, and has 2049 × 1');
    expect(refusal(aPng({ width: 1, height: 2_049 }))).toContain('has 1 × 2049');
  });

  it('a PNG is refused that cannot be read: cut off, changed, or with nothing behind its first bytes', () => {
    const bytes = Buffer.from(aPng(), 'base64');
    const changed = Buffer.from(bytes);
    changed.writeUInt8((changed.at(-20) ?? 0) ^ 1, changed.length - 20);
    for (const broken of [bytes.subarray(0, 40), bytes.subarray(0, 8), changed])
      expect(refusal(broken.toString('base64'))).toBe('is a PNG that cannot be read');
  });
});

describe('the size of a file', () => {
  it('65,536 bytes are taken, and one more is not', () => {
    const padded = (length: number) => anSvg().padEnd(length, ' ');
    expect(judgeLogo(base64(padded(65_536)))).toMatchObject({ type: 'svg' });
    expect(refusal(base64(padded(65_537)))).toBe('must be at most 65536 bytes, and has 65537');
  });

  it.each([
    ['nothing that is known', 'GIF89a'],
    ['bytes that are no text', Buffer.from([0xff, 0xd8, 0xff]).toString('latin1')],
    ['another document', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['an SVG that is cut off', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><g>'],
    ['an SVG without its namespace', '<svg viewBox="0 0 1 1"/>'],
    ['a part of an SVG', '<g xmlns="http://www.w3.org/2000/svg"/>'],
    ['no bytes', ''],
  ])('%s is refused', (_what, source) => {
    expect(refusal(Buffer.from(source, 'latin1').toString('base64'))).toBe(
      'must be a PNG or a well-formed SVG, in base64',
    );
  });
});

describe('an SVG', () => {
  it('what draws is kept: shapes, colours, words, styles, and parts that are used again', () => {
    const inside =
      '<style>.a{fill:url(#g)}</style><defs><linearGradient id="g"><stop offset="0"/></linearGradient>' +
      '<path id="p" d="M0 0h1"/></defs><use xlink:href="#p" fill="url(#g)"/><text>A &amp; &lt;B&gt;</text>';
    expect(svgOf(anSvg(inside))).toContain(inside.replaceAll('/>', '>').slice(0, 30));
    expect(svgOf(anSvg(inside))).toContain('<use xlink:href="#p" fill="url(#g)"></use><text>A &amp; &lt;B&gt;</text>');
    expect(svgOf(anSvg('<style><![CDATA[a>b{fill:red}]]></style>'))).toContain('<style>a&gt;b{fill:red}</style>');
    expect(svgOf(anSvg('<use href="#p"/>'))).toContain('<use xlink:href="#p">');
    expect(svgOf(anSvg(`<path fill="url('#g')"/>`))).toContain(`<path fill="url('#g')">`);
    expect(svgOf(anSvg('<path class=\'"a"\'/>'))).toContain('class="&quot;a&quot;"');
  });

  it('what programs add and nobody sees is left out, with all that is inside', () => {
    const added =
      '<title>Logo</title><metadata><rdf:RDF xmlns:rdf="r"><path d="M9"/></rdf:RDF></metadata>' +
      '<sodipodi:namedview xmlns:sodipodi="s"><script>1</script></sodipodi:namedview><!-- by hand -->';
    const kept = svgOf(
      `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C" "svg11.dtd">${anSvg(`${added}<g data-name="x" xml:space="preserve" i:fill="b" i:onload="b" xmlns:i="i"/>`)}`,
    );
    expect(kept).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 120 40"><g></g></svg>',
    );
  });

  it.each([
    ['<script>alert(1)</script>', 'must not have the element script'],
    ['<g><foreignObject/></g>', 'must not have the element foreignObject'],
    ['<image href="https://evil.example/a.png"/>', 'must not have the element image'],
    ['<a href="#x"/>', 'must not have the element a'],
    ['<set/>', 'must not have the element set'],
    [`<${'x'.repeat(50)}/>`, `must not have the element ${'x'.repeat(40)}`],
    ['<g onload="alert(1)"/>', 'must not have the attribute onload'],
    ['<g ONCLICK="alert(1)"/>', 'must not have the attribute ONCLICK'],
    ['<use href="https://evil.example/a.svg#x"/>', 'must not lead or load from elsewhere'],
    ['<use xlink:href="data:image/svg+xml,x"/>', 'must not lead or load from elsewhere'],
    ['<path fill="url(https://evil.example/a)"/>', 'must not load from elsewhere by a style'],
    ['<path style="fill: URL( \'//evil.example\')"/>', 'must not load from elsewhere by a style'],
    ['<style>@import "https://evil.example/a.css";</style>', 'must not load from elsewhere by a style'],
    ['<style>a{fill:u\\72l(//evil.example)}</style>', 'must not load from elsewhere by a style'],
    ['<style>a{fill:u<!-- -->rl(//evil.example)}</style>', 'must not load from elsewhere by a style'],
    ['<style>a{fill:src("//evil.example")}</style>', 'must not load from elsewhere by a style'],
    ['<style>a{fill:image-set("//evil.example" 1x)}</style>', 'must not load from elsewhere by a style'],
    ['<g id="a"><use href="#b"/></g><g id="b"/><use href="#a"/>', 'must not use a part that uses another'],
    ['<g id="a"><use href="#a"/></g>', 'must not use a part that uses another'],
    ['<use id="a" href="#b"/><g id="b"/><use href="#a"/>', 'must not use a part that uses another'],
    ['<g/>'.repeat(2_000), 'must have at most 2000 elements'],
  ])('%s is refused', (inside, reason) => {
    expect(refusal(base64(anSvg(inside)))).toBe(reason);
  });

  it('one that grows beyond what can be kept is refused', () => {
    const quoted = (count: number) => anSvg(`<path class='${'"'.repeat(count)}'/>`);
    expect(refusal(base64(quoted(60_000)))).toBe('has too many quotation marks and other signs');
    expect(Buffer.byteLength(svgOf(quoted(20_000)))).toBeGreaterThan(120_000);
  });

  it('entities are refused before they are read', () => {
    expect(refusal(base64(`<!DOCTYPE svg [<!ENTITY a "b">]>${anSvg('&a;')}`))).toBe('must not declare entities');
  });

  it('2,000 elements are taken, and as deep as they go', () => {
    expect(svgOf(anSvg('<g/>'.repeat(1_999)))).toContain('<g></g>');
    expect(svgOf(anSvg(`${'<g>'.repeat(1_999)}${'</g>'.repeat(1_999)}`))).toContain('<g><g>');
  });

  it.each([
    ['viewBox="0 0 120.2 40"', { width: 121, height: 40 }],
    ['viewBox="0,0,12,4"', { width: 12, height: 4 }],
    ['width="30" height="10" viewBox="0 0 12 4"', { width: 12, height: 4 }],
    ['width="30px" height="10.5"', { width: 30, height: 11 }],
  ])('the size of %s is %j', (attributes, size) => {
    expect(judgeLogo(base64(anSvg('', attributes)))).toMatchObject(size);
  });

  it('one that has only a width and a height gets the box that lets it shrink', () => {
    expect(svgOf(anSvg('', 'width="30" height="10"'))).toContain('viewBox="0 0 30 10"');
  });

  it.each(['', 'width="100%" height="100%"', 'width="10mm" height="5mm"', 'viewBox="0 0 0 5"', 'viewBox="0 0 a 5"'])(
    'a size that nobody can tell is refused: %s',
    (attributes) => {
      expect(refusal(base64(anSvg('', attributes)))).toBe('must have a viewBox, or its width and height in pixels');
    },
  );

  it('a size below nothing is refused', () => {
    expect(refusal(base64(anSvg('', 'viewBox="0 0 -5 -5"')))).toContain('1 to 2048 pixels');
  });
});

describe('the name of the file', () => {
  const image = judgeLogo(aPng());

  it('it has the account and the image, and tells both', () => {
    const { file } = newLogo('0a1b2c3d4e', image);
    expect(file).toMatch(/^0a1b2c3d4e-[0-9a-f]{32}\.png$/);
    expect(readLogoFile(file)).toEqual({ account: '0a1b2c3d4e', type: 'png' });
    expect(newLogo('0a1b2c3d4e', judgeLogo(aPng({ width: 121 }))).file).not.toBe(file);
    expect(newLogo('0a1b2c3d4f', image).file).not.toBe(file);
  });

  it.each([
    '',
    'a.png',
    `0a1b2c3d4e-${'0'.repeat(32)}.gif`,
    `0a1b2c3d4e-${'0'.repeat(31)}.png`,
    `x0a1b2c3d4e-${'0'.repeat(32)}.png`,
  ])('no image has the name %s', (file) => {
    expect(readLogoFile(file)).toBeUndefined();
  });
});

it.each([
  [
    { width: 100, height: 50 },
    { width: 100, height: 50 },
  ],
  [
    { width: 400, height: 100 },
    { width: 200, height: 50 },
  ],
  [
    { width: 100, height: 640 },
    { width: 10, height: 64 },
  ],
  [
    { width: 2_048, height: 1 },
    { width: 200, height: 1 },
  ],
])('%j is shown as %j in a box of 200 × 64', (size, shown) => {
  expect(fitted(size, { width: 200, height: 64 })).toEqual(shown);
});
