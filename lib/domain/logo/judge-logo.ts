/** Judges the image that a merchant gives as its logo: a PNG that can be read, or an SVG that does nothing but draw. */
import { isUtf8 } from 'node:buffer';
import { decode } from 'fast-png';
import { validationFailed } from '#lib/domain/errors.ts';
import { type LogoImage, MAX_LOGO_BYTES, MAX_LOGO_SIDE } from './logo.ts';
import { NO_IMAGE, safeSvg, UnsafeSvg } from './safe-svg.ts';

const PATH = 'image';

const refused = (message: string) => validationFailed([{ path: PATH, message }]);

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** @param base64 the image. @throws validation_failed */
export function judgeLogo(base64: string): LogoImage {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_LOGO_BYTES) throw refused(`must be at most ${MAX_LOGO_BYTES} bytes, and has ${bytes.length}`);
  return bytes.subarray(0, PNG.length).equals(PNG) ? judgePng(bytes) : judgeSvg(bytes);
}

/** Where the first chunk has width and height: https://www.w3.org/TR/png-3/#11IHDR */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
const HEAD_BYTES = 24;

function judgePng(bytes: Buffer): LogoImage {
  if (bytes.length < HEAD_BYTES) throw refused(BROKEN_PNG);
  // Before it is decoded: a few bytes can say that they are a huge image.
  const size = judgeSize(bytes.readUInt32BE(WIDTH_AT), bytes.readUInt32BE(HEIGHT_AT));
  try {
    decode(bytes, { checkCrc: true });
  } catch {
    throw refused(BROKEN_PNG);
  }
  return { type: 'png', bytes, ...size };
}

const BROKEN_PNG = 'is a PNG that cannot be read';

/** Signs that have a meaning grow when they are written. */
const MAX_WRITTEN_BYTES = 2 * MAX_LOGO_BYTES;

function judgeSvg(bytes: Buffer): LogoImage {
  const { text, width, height } = writtenAnew(bytes);
  const written = Buffer.from(text);
  if (written.length > MAX_WRITTEN_BYTES) throw refused('has too many quotation marks and other signs');
  return { type: 'svg', bytes: written, ...judgeSize(width, height) };
}

function writtenAnew(bytes: Buffer): ReturnType<typeof safeSvg> {
  if (!isUtf8(bytes)) throw refused(NO_IMAGE);
  try {
    return safeSvg(bytes.toString());
  } catch (error) {
    throw error instanceof UnsafeSvg ? refused(error.message) : error;
  }
}

function judgeSize(width: number, height: number): { width: number; height: number } {
  const isSize = (side: number) => side >= 1 && side <= MAX_LOGO_SIDE;
  if (isSize(width) && isSize(height)) return { width, height };
  throw refused(`must have 1 to ${MAX_LOGO_SIDE} pixels each way, and has ${width} × ${height}`);
}
