/** What somebody wrote in an email, without what was quoted in it, above, below or between; and whether a program wrote it. */

/** Somebody else's message was sent on: what is below is what the sender wants to show. The marks of the mail programs of our languages. */
const FORWARDED = /^\s*(?:fwd?|tr|enc|rv|wg)\s*:/i;
const REPLIED = /^\s*(?:(?:re|r[ée]f?|aw|sv|res|antw|odp)\s*(?:\[\d+\])?\s*:\s*)+/i;

/** `subject` and `text`: of all of the mail. `known`: texts of this conversation, ours and earlier ones of theirs. */
type Mail = { subject: string; text: string; known?: readonly string[] };

/** Never empty unless the mail says nothing at all: who writes into the subject alone has said that. */
export function newTextOf({ subject, text, known = [] }: Mail): string {
  const lines = text.slice(0, MAX_TEXT).replaceAll('\r\n', '\n').split('\n').slice(0, MAX_LINES);
  const segments = FORWARDED.test(subject) ? [lines] : unquoted(lines, conversationOf(known)).map(withoutSignature);
  const kept = segments
    .map((segment) => segment.join('\n').trim())
    .filter((segment) => segment !== '')
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n');
  return kept === '' ? ownSubject(subject, known) : kept;
}

/** What is kept is far shorter: more is not looked at. */
const MAX_TEXT = 20_000;
const MAX_LINES = 2_000;

/** A subject that answers ours is ours; it stands for an answer without any word. */
function ownSubject(subject: string, known: readonly string[]): string {
  const bare = subject.replace(REPLIED, '').trim();
  return bare === subject.trim() && !known.includes(bare) ? bare : '';
}

type Conversation = { isLine: (line: string) => boolean };

/** Shorter, a part of a line is anybody's. */
const MIN_PART = 12;

/** Mail programs break long lines, so a part of a line of ours is ours, too. */
function conversationOf(texts: readonly string[]): Conversation {
  const lines = new Set(texts.flatMap((text) => text.split('\n').map(plainLine)));
  const whole = texts.map(plainLine);
  return {
    isLine: (line) => {
      const plain = plainLine(line);
      if (plain === '') return false;
      return lines.has(plain) || (plain.length >= MIN_PART && whole.some((text) => text.includes(plain)));
    },
  };
}

const plainLine = (line: string): string => line.replace(/\s+/g, ' ').trim().toLowerCase();

const isMarked = (line: string): boolean => /^\s*>/.test(line);

/**
 * The runs of lines that are not quoted. A quotation is marked by `>` in each of its lines, and what stands between and below is
 * new; or only its beginning is marked, and then all below is quoted, unless nothing stands above: then what is new in it are the
 * lines that are not of the conversation.
 */
function unquoted(lines: readonly string[], known: Conversation): string[][] {
  const segments: string[][] = [[]];
  let hasBegun = false;
  let at = 0;
  while (at < lines.length) {
    const begins = quotationAt(lines, at);
    if (begins === 0) {
      const line = lines[at] as string;
      if (isMarked(line)) {
        hasBegun = true;
        segments.push([]);
      } else if (!hasBegun || !known.isLine(line)) segments.at(-1)?.push(line);
      at += 1;
      continue;
    }
    const next = firstWords(lines.slice(at + begins));
    if (next === undefined) break;
    if (!isMarked(next)) {
      const above = segments.some((segment) => withoutSignature(segment).some((line) => line.trim() !== ''));
      if (!above) segments.push(newAmong(lines.slice(at + begins), known));
      break;
    }
    segments.push([]);
    at += begins;
  }
  return segments;
}

/** None where no line is known: then nobody can say which of them are new. */
function newAmong(lines: readonly string[], known: Conversation): string[] {
  const fresh = lines.filter((line) => !known.isLine(line) && !isMarked(line));
  return fresh.length === lines.filter((line) => !isMarked(line)).length ? [] : fresh;
}

/** How many lines introduce a quotation here: none if none begins. */
function quotationAt(lines: readonly string[], at: number): number {
  const line = lines[at] as string;
  if (isMarked(line)) return 0;
  const isSeparator = SEPARATORS.some((each) => each.test(line));
  if (isSeparator) return 1 + headersIn(lines, at + 1);
  if (beginsHeaders(line, lines.slice(at + 1, at + HEADERS))) return headersIn(lines, at);
  return introductionAt(lines, at);
}

/** Outlook puts the headers of the message that is answered above it; its subject is among the first. */
const HEADERS = 5;
const MAX_HEADERS = 12;
const HEADER = /^[\s*]*\p{L}[\p{L} -]{1,24}\*?\s?:/u;

function headersIn(lines: readonly string[], from: number): number {
  let count = 0;
  while (count < MAX_HEADERS) {
    const line = lines[from + count];
    const isBlankFirst = count === 0 && line?.trim() === '' && HEADER.test(lines[from + 1] ?? '');
    if (line === undefined || !(isBlankFirst || HEADER.test(line))) break;
    count += 1;
  }
  return count;
}

const SEPARATORS = [
  /^\s*[-_]{2,}\s*(?:original message|message d['’]origine|message original|mensagem original|ujumbe (?:wa awali|asili|halisi)|urspr.{1,4}ngliche nachricht|mensaje original|messaggio originale)\s*[-_]{2,}\s*$/i,
  /^\s*_{10,}\s*$/,
];

const SENDER = /^[\s*]*(?:from|de|kutoka|von|van|da)\s*:/i;
const SUBJECT = /^[\s*]*(?:subject|objet|assunto|asunto|mada|betreff|onderwerp|oggetto)\s*:/i;

/** The receipt of a transfer has lines like these, too, but neither an address nor a subject. */
const beginsHeaders = (line: string, next: readonly string[]): boolean =>
  SENDER.test(line) && (line.includes('@') || next.some((each) => SUBJECT.test(each)));

/** Long names and addresses break it over so many lines. */
const MAX_INTRODUCTION_LINES = 4;

/** `On Mon, 2 Mar 2026 at 10:01, Shop <…> wrote:` and the like. */
function introductionAt(lines: readonly string[], at: number): number {
  let joined = '';
  for (let count = 1; count <= MAX_INTRODUCTION_LINES; count += 1) {
    const line = lines[at + count - 1];
    if (line === undefined || line.trim() === '' || isMarked(line)) return 0;
    joined = `${joined} ${line.trim()}`.trim();
    if (count === 1 && WROTE_LAST.test(joined) && isMarked(firstWords(lines.slice(at + 1)) ?? '')) return 1;
    if (!isIntroduction(joined)) continue;
    const tail = lines.slice(at + 1, at + count).map((each) => each.trim());
    return tail.some((_line, from) => isIntroduction(tail.slice(from).join(' '))) ? 0 : count;
  }
  return 0;
}

const firstWords = (lines: readonly string[]): string | undefined => lines.find((line) => line.trim() !== '');

const MAX_INTRODUCTION = 400;
const TIME = /\d[:.h]\d\d/;
const YEAR = /\b20\d\d\b/;
const ADDRESS = /[<([]\s?[^\s<>@]{1,64}@[^\s<>]{1,255}[>)\]]/;
const WROTE =
  /^\s*(?:on|le|em|el|il|am|mnamo|tarehe)\b.{4,200}(?:\bwrote|a écrit|\bescreveu|\bescribió|\bha scritto|\baliandika|\bschrieb\b.{0,80})\s*:/i;
/** Before a marked quotation no time is needed. */
const WROTE_LAST =
  /(?:^|[\s,>)])(?:wrote|writes|a écrit|écrivait|escreveu|escribió|ha scritto|aliandika|ameandika|schrieb.{0,80}|schreef.{0,80})\s*(?:\([^()]{0,60}\))?\s*:\s*$/i;

/** Of programs in our languages, also where the address is missing; of any other by what all of them have. */
function isIntroduction(text: string): boolean {
  const start = text.slice(0, MAX_INTRODUCTION);
  if (!TIME.test(start)) return false;
  return WROTE.test(start) || (YEAR.test(start) && ADDRESS.test(start) && /:\s*$/.test(text));
}

/** RFC 3676: two hyphens and a space, which mail programs often strip. Phones add a line of their own at the end. */
function withoutSignature(lines: readonly string[]): string[] {
  const end = lines.findIndex((line) => /^--\s?$/.test(line));
  const signed = end === -1 ? [...lines] : lines.slice(0, end);
  const last = signed.findLastIndex((line) => line.trim() !== '');
  return isAddedByProgram(signed[last] ?? '') ? signed.slice(0, last) : signed;
}

const MAILERS =
  '(?:proton ?mail|yahoo|outlook|gmail|hotmail|spark|blue ?mail|aqua mail|edison|airmail|canary|tuta(?:nota)?|zoho|k-9|thunderbird|mail\\.ru|my ?mail|superhuman|aol)';
const PROGRAM = new RegExp(
  '^\\s*(?:sent from|envoyé (?:de mon|depuis|à partir)|enviado (?:do meu|a partir d|de|desde)|imetumwa kutoka|von mein\\w* .{1,40} gesendet|inviato da|verzonden vanaf|' +
    `(?:get|obtene[zr]|obtenir|télécharger|obter|obtenha|baixar|baixe|pata) (?:o |a )?${MAILERS}|` +
    `(?:sent|envoyé|enviado|imetumwa) (?:with|via|using|by|avec|par|com|pelo|por|kwa|kupitia)(?: le| la| o| a)? ${MAILERS})(?![\\p{L}\\d]).{0,100}$`,
  'iu',
);
/** "Sent from my UBA account, 5000" is what a customer says. The number of a model stands beside letters. */
const OF_MONEY =
  /(?<![\p{L}\d-])\d{3,}|(?<!\p{L})(?:account|bank|wallet|compte|banque|conta|banco|akaunti|benki|m-?pesa|momo)(?!\p{L})/iu;
const OF_DEVICE =
  /(?<!\p{L})(?:i?phone|ipad|smartphone|mobile|tablet|android|galaxy|samsung|infinix|tecno|itel|nokia|huawei|xiaomi|redmi|oppo|vivo|pixel|blackberry|téléphone|telemóvel|celular|simu)(?!\p{L})/iu;

function isAddedByProgram(line: string): boolean {
  const bare = line.replace(/<[^<>]{0,200}>/g, '');
  return (
    PROGRAM.test(line) && (!OF_MONEY.test(bare) || (OF_DEVICE.test(bare) && !/\p{L}{3,} account|\d{5}/iu.test(bare)))
  );
}

type EmailHead = {
  from: string;
  subject?: string | undefined;
  headers: readonly { key: string; value: string }[];
};

/** RFC 3834, reports (RFC 6522, of which RFC 3464 and 8098 are kinds) and calendars (RFC 5546), and what programs do that know none of them: an answer to them could be answered for ever. */
export function isAutomatic({ from, subject = '', headers }: EmailHead): boolean {
  const headerOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const submitted = headerOf('auto-submitted');
  return (
    (submitted !== undefined && submitted !== 'no') ||
    /^(?:bulk|junk|list|auto_reply)$/.test(headerOf('precedence') ?? '') ||
    AUTOMATIC_TYPE.test(headerOf('content-type') ?? '') ||
    AUTOMATIC_HEADERS.some((name) => headerOf(name) !== undefined) ||
    /^(?:mailer-daemon|postmaster|no-?reply)@/.test(from) ||
    AUTOMATIC_SUBJECT.test(subject)
  );
}

const AUTOMATIC_TYPE = /^(?:multipart\/report|message\/(?:delivery-status|disposition-notification)|text\/calendar)\b/;

const AUTOMATIC_HEADERS = [
  'list-id',
  'x-autoreply',
  'x-autorespond',
  'x-auto-reply-from',
  'x-autoreply-from',
  'x-failed-recipients',
  'x-vacation',
  'x-ms-exchange-inbox-rules-loop',
  'x-mail-autoreply',
  'x-ms-exchange-generated-message-source',
  'disposition-notification-report',
];

/** What programs write before the subject while their owner is away. */
const AUTOMATIC_SUBJECT =
  /^\s*(?:auto(?:matic(?:ally)?(?: generated)?)?[ -]?(?:reply|response|repl(?:y|ied)|antwort)|out of (?:the )?office|on (?:annual )?leave|vacation reply|away from (?:the )?office|r[ée]ponse automatique|absence du bureau|absent(?:e)? du bureau|message d['’]absence|notification d['’]absence|resposta autom[áa]tica|aus[êe]ncia tempor[áa]ria|fora d[eo] escrit[óo]rio|jibu (?:la )?(?:ki)?otomatiki|jibu la moja kwa moja|respuesta autom[áa]tica|fuera de la oficina|automatische antwort|abwesenheitsnotiz|abwesend|automatisch antwoord|afwezigheidsbericht|risposta automatica|fuori sede|autosvar|automatiskt svar|automatisk svar|automaattinen vastaus|odpowied[źz] automatyczna|автоответ|автоматический ответ|автоматична відповідь|otomatik yan[ıi]t|balasan otomatis|tr[ảa] l[ờo]i t[ựu] đ[ộo]ng|自动(?:回复|答复)|自動(?:回覆|応答|返信)|자동 ?(?:회신|응답)|رد تلقائي|الرد التلقائي|השבה אוטומטית|מענה אוטומטי)\s*(?:[:：\-–—,.!(].*)?$/iu;
