/** Parses a mail that came in. Anybody can have written it: its lines, parts, depth and headers are bounded before they are parsed. */
import PostalMime, { addressParser, type Email } from 'postal-mime';

const MAX_LINES = 10_000;
const MAX_PARTS = 200;
const MAX_HEAD_BYTES = 32_768;
const MAX_HEAD_LINES = 500;
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 65_536, maxRfc822NestingDepth: 1 };

const [LINE_FEED, CARRIAGE_RETURN, HYPHEN] = [0x0a, 0x0d, 0x2d];

/** Of lines that begin as those between parts do. */
const beginsPart = (raw: Uint8Array, at: number): boolean => raw[at] === HYPHEN && raw[at + 1] === HYPHEN;

/** What of it is parsed. */
function withinBounds(raw: Uint8Array): Uint8Array {
  let [lines, parts] = [0, 0];
  for (let at = raw.indexOf(LINE_FEED); at !== -1; at = raw.indexOf(LINE_FEED, at + 1)) {
    lines += 1;
    if (beginsPart(raw, at + 1)) parts += 1;
    if (lines >= MAX_LINES || parts >= MAX_PARTS) return raw.subarray(0, at + 1);
  }
  return raw;
}

/** Up to its first empty line, or as far as it is read. */
function headOf(raw: Uint8Array): Uint8Array {
  let lines = 0;
  for (let at = raw.indexOf(LINE_FEED); at !== -1 && at < MAX_HEAD_BYTES; at = raw.indexOf(LINE_FEED, at + 1)) {
    lines += 1;
    const next = raw[at + 1] === CARRIAGE_RETURN ? raw[at + 2] : raw[at + 1];
    if (next === LINE_FEED || lines >= MAX_HEAD_LINES) return raw.subarray(0, at + 1);
  }
  return raw.subarray(0, MAX_HEAD_BYTES);
}

/** `from`: in lower case. `isSole`: no other sender is named, so that what is known of the sender's domain is known of it. */
export type MailHead = Pick<Email, 'headers' | 'messageId'> & { subject: string; from: string; isSole: boolean };

/** Undefined for what has no sender. */
export async function parseHead(raw: Uint8Array): Promise<MailHead | undefined> {
  const { headers, messageId, subject = '', from } = await PostalMime.parse(headOf(raw), LIMITS);
  const senders = headers
    .filter(({ key }) => key === 'from')
    .map(({ value }) => addressParser(value, { flatten: true }).map(({ address }) => address));
  const address = from?.address?.toLowerCase() ?? '';
  if (!address.includes('@')) return undefined;
  const isSole = senders.length === 1 && senders[0]?.length === 1;
  return { headers, messageId, subject, from: address, isSole };
}

/** `isCut`: more of it was not looked at. Undefined: it is deeper, or has more headers, than a person's mail. */
export async function parseMail(raw: Uint8Array): Promise<{ email: Email; isCut: boolean } | undefined> {
  const bounded = withinBounds(raw);
  try {
    return { email: await PostalMime.parse(bounded, LIMITS), isCut: bounded.length < raw.length };
  } catch {
    return undefined;
  }
}
