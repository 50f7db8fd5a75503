/** A merchant's logo: what an account keeps of it, how large it may be, and how large it is shown. */

export const MAX_LOGO_BYTES = 64 * 1024;

/** In pixels, each way. */
export const MAX_LOGO_SIDE = 2_048;

/** By the ends of names. */
export const LOGO_TYPES = { png: 'image/png', svg: 'image/svg+xml' } as const;
export type LogoType = keyof typeof LOGO_TYPES;

/** `file` has the account and a hash of the image, so that an address shows one image for ever. Sizes are in pixels. */
export type Logo = { file: string; width: number; height: number };

/** An image that was judged. */
export type LogoImage = { type: LogoType; bytes: Uint8Array; width: number; height: number };

export const logoUrl = (baseUrl: string, { file }: Pick<Logo, 'file'>): string => `${baseUrl}/logo/${file}`;

/** No larger than a box, with the shape that it has. */
export function fitted({ width, height }: Pick<Logo, 'width' | 'height'>, box: { width: number; height: number }) {
  const scale = Math.min(box.width / width, box.height / height, 1);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
