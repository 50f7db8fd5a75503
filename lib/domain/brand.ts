/** How a merchant looks and who stands behind the name, as pages and emails show it; its colour is changed where it could not be read. */
import type { Account } from './account.ts';
import { logoUrl } from './logo/logo.ts';

export type Brand = Pick<Account, 'color' | 'legalName' | 'address' | 'website' | 'logo'>;

export const brandOf = ({ color, legalName, address, website, logo }: Brand): Brand => ({
  ...(color !== undefined && { color }),
  ...(legalName !== undefined && { legalName }),
  ...(address !== undefined && { address }),
  ...(website !== undefined && { website }),
  ...(logo !== undefined && { logo }),
});

export type MailBrand = Brand & { logoUrl?: string };

/** Programs for mails show no SVG. */
export const mailBrandOf = (brand: Brand, baseUrl: string): MailBrand => ({
  ...brandOf(brand),
  ...(brand.logo?.file.endsWith('.png') && { logoUrl: logoUrl(baseUrl, brand.logo) }),
});

/** Of text that is not large: https://www.w3.org/TR/WCAG22/#contrast-minimum */
const LEAST_CONTRAST = 4.5;

type Rgb = readonly [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

const read = (color: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb;

const write = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** The share of light: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(read(one)), luminance(read(other))].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const STEPS = 100;

/** The nearest shade of the colour that can be read on `ground`: darker on a light one, lighter on a dark one. */
export function readableOn(ground: string, color: string): string {
  const end = luminance(read(ground)) > 0.5 ? BLACK : WHITE;
  const from = read(color);
  for (let step = 0; step <= STEPS; step += 1) {
    const shade = write(
      from.map((part, index) => part + ((end[index] ?? 0) - part) * (step / STEPS)) as unknown as Rgb,
    );
    if (contrast(shade, ground) >= LEAST_CONTRAST) return shade;
  }
  return write(end);
}
