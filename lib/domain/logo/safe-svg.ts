/** Writes an SVG anew with nothing in it but shapes, colours and words: what could run, or load something, is refused. */
import { SaxesParser, type SaxesTagNS } from 'saxes';

export class UnsafeSvg extends Error {}

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';

/** All of SVG that draws: https://www.w3.org/TR/SVG2/eltindex.html, without what runs, loads, links or moves. */
const ELEMENTS = new Set(
  `svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath linearGradient radialGradient
  stop clipPath mask pattern marker filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix
  feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur
  feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence style`.split(
    /\s+/,
  ),
);

/** Left out without a word: programs that draw add them, and nobody sees them. */
const UNSEEN = new Set(['title', 'desc', 'metadata']);

/** https://www.w3.org/TR/SVG2/attindex.html and https://www.w3.org/TR/SVG2/propidx.html */
const ATTRIBUTES = new Set(
  `alignment-baseline amplitude azimuth baseFrequency baseline-shift bias class clip-path clip-rule clipPathUnits color
  color-interpolation color-interpolation-filters cx cy d diffuseConstant direction display divisor dominant-baseline dx dy
  edgeMode elevation exponent fill fill-opacity fill-rule filter filterUnits flood-color flood-opacity font-family font-size
  font-stretch font-style font-variant font-weight fr fx fy gradientTransform gradientUnits height id in in2 intercept
  isolation k1 k2 k3 k4 kernelMatrix kernelUnitLength lengthAdjust letter-spacing lighting-color limitingConeAngle marker-end
  marker-mid marker-start markerHeight markerUnits markerWidth mask mask-type maskContentUnits maskUnits mix-blend-mode mode
  numOctaves offset opacity operator order orient overflow paint-order patternContentUnits patternTransform patternUnits
  pointsAtX pointsAtY pointsAtZ points preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY result rotate rx ry
  scale seed shape-rendering slope spacing specularConstant specularExponent spreadMethod startOffset stdDeviation
  stitchTiles stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width style surfaceScale tableValues targetX targetY text-anchor text-decoration
  text-rendering textLength transform transform-origin type values vector-effect version viewBox visibility width
  word-spacing writing-mode x x1 x2 xChannelSelector y y1 y2 yChannelSelector z`.split(/\s+/),
);

const MAX_ELEMENTS = 2_000;

type Element = { name: string; attributes: ReadonlyMap<string, string>; children: (Element | string)[] };

type Written = { text: string; width: number; height: number };

/** Sizes are in pixels. @throws UnsafeSvg: what is wrong with it */
export function safeSvg(source: string): Written {
  const root = parse(source);
  if (root?.name !== 'svg') throw new UnsafeSvg(NO_IMAGE);
  refuseRepeats(root);
  const size = sizeOf(root);
  const attributes = new Map([
    ['xmlns', SVG],
    ['xmlns:xlink', XLINK],
    ['viewBox', `0 0 ${size.width} ${size.height}`],
    ...root.attributes,
  ]);
  return { text: write({ ...root, attributes }), ...size };
}

export const NO_IMAGE = 'must be a PNG or a well-formed SVG, in base64';

/** What is kept of the image; undefined if that is nothing. */
function parse(source: string): Element | undefined {
  let root: Element | undefined;
  const inside: Element[] = [];
  let elements = 0;
  /** How deep it is inside of what is left out. */
  let unseen = 0;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', () => {
    throw new UnsafeSvg(NO_IMAGE);
  });
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw new UnsafeSvg('must not declare entities');
  });
  parser.on('opentag', (tag) => {
    if (unseen > 0 || tag.uri !== SVG || UNSEEN.has(tag.local)) {
      unseen += 1;
      return;
    }
    elements += 1;
    if (elements > MAX_ELEMENTS) throw new UnsafeSvg(`must have at most ${MAX_ELEMENTS} elements`);
    const element = { name: nameOf(tag), attributes: attributesOf(tag), children: [] };
    inside.at(-1)?.children.push(element);
    root ??= element;
    inside.push(element);
  });
  parser.on('closetag', () => {
    if (unseen > 0) {
      unseen -= 1;
      return;
    }
    const closed = inside.pop();
    if (closed?.name === 'style') judgeStyle(closed.children.join(''));
  });
  const keepText = (text: string) => {
    if (unseen === 0) inside.at(-1)?.children.push(text);
  };
  parser.on('text', keepText);
  parser.on('cdata', keepText);
  parser.write(source).close();
  return root;
}

function nameOf({ local }: SaxesTagNS): string {
  if (ELEMENTS.has(local)) return local;
  throw new UnsafeSvg(`must not have the element ${local.slice(0, MAX_NAMED)}`);
}

/** Of a name that a refusal repeats. */
const MAX_NAMED = 40;

function attributesOf(tag: SaxesTagNS): Map<string, string> {
  const kept = new Map<string, string>();
  for (const { uri, local, value } of Object.values(tag.attributes)) {
    if (local === 'href' && (uri === '' || uri === XLINK)) kept.set('xlink:href', ownPart(value));
    if (uri !== '') continue;
    if (/^on/i.test(local)) throw new UnsafeSvg(`must not have the attribute ${local.slice(0, MAX_NAMED)}`);
    if (!ATTRIBUTES.has(local)) continue;
    judgeStyle(value);
    kept.set(local, value);
  }
  return kept;
}

/** A part of the image itself. */
function ownPart(address: string): string {
  if (address.startsWith('#')) return address;
  throw new UnsafeSvg('must not lead or load from elsewhere');
}

/** What names another place, imports, or hides such words by escapes: https://www.w3.org/TR/css-syntax-3/#escaping */
const LOADS = /[\\@]|url\s*\(\s*(?!['"]?#)|image-set|src\s*\(/i;

function judgeStyle(style: string): void {
  if (LOADS.test(style)) throw new UnsafeSvg('must not load from elsewhere by a style');
}

/** A few parts that repeat each other several times are millions of shapes. */
function refuseRepeats(root: Element): void {
  const all = [...within(root)];
  const byId = new Map(all.map((element) => [element.attributes.get('id'), element]));
  for (const { name, attributes } of all) {
    if (name !== 'use') continue;
    const repeated = byId.get(attributes.get('xlink:href')?.slice(1));
    if (repeated !== undefined && [...within(repeated)].some((part) => part.name === 'use'))
      throw new UnsafeSvg('must not use a part that uses another');
  }
}

function* within(element: Element): Generator<Element> {
  yield element;
  for (const child of element.children) if (typeof child !== 'string') yield* within(child);
}

/** In pixels, as an attribute; other units are known only by the box of the view. */
const PIXELS = /^(\d+(?:\.\d+)?)(?:px)?$/;

function sizeOf({ attributes }: Element): { width: number; height: number } {
  const pixels = (name: string) => Number(PIXELS.exec(attributes.get(name)?.trim() ?? '')?.[1]);
  const [, , ...box] = (attributes.get('viewBox') ?? '').trim().split(/[\s,]+/);
  const [width, height] = box.length === 2 ? box.map(Number) : [pixels('width'), pixels('height')];
  if (width && height) return { width: Math.ceil(width), height: Math.ceil(height) };
  throw new UnsafeSvg('must have a viewBox, or its width and height in pixels');
}

function write(part: Element | string): string {
  if (typeof part === 'string') return escapeXml(part);
  const attributes = [...part.attributes].map(([name, value]) => ` ${name}="${escapeXml(value)}"`);
  return `<${part.name}${attributes.join('')}>${part.children.map(write).join('')}</${part.name}>`;
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign);
