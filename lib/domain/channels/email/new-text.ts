/** What somebody wrote in an email, without what was quoted or added below it; and whether a program wrote it. */

/** Somebody else's message was sent on: what is below is what the sender wants to show. The marks of the mail programs of our languages. */
const FORWARDED = /^\s*(?:fwd?|tr|enc|rv|wg)\s*:/i;

/** `subject` and `text`: of all of the mail. */
export const newTextOf = ({ subject, text }: { subject: string; text: string }): string => {
  const lines = text.slice(0, MAX_TEXT).replaceAll('\r\n', '\n').split('\n');
  const kept = FORWARDED.test(subject) ? lines : withoutSignature(aboveQuotation(lines));
  return kept
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
};

/** What is kept is far shorter: more is not looked at. */
const MAX_TEXT = 20_000;

/** Who answers below or between what is quoted is kept, too. */
function aboveQuotation(lines: readonly string[]): string[] {
  const end = lines.findIndex((_line, at) => beginsQuotation(lines.slice(at, at + HEADERS)));
  return (end === -1 ? lines : lines.slice(0, end)).filter((line) => !/^\s*>/.test(line));
}

/** Outlook puts the headers of the message that is answered above it; its subject is among the first. */
const HEADERS = 5;

function beginsQuotation([line = '', ...next]: readonly string[]): boolean {
  return SEPARATORS.some((each) => each.test(line)) || beginsHeaders(line, next) || introduces(line, next[0] ?? '');
}

const SEPARATORS = [
  /^\s*-{2,}\s*(?:original message|message d['’]origine|message original|mensagem original|ujumbe wa awali)\s*-{2,}\s*$/i,
  /^\s*_{10,}\s*$/,
];

const SENDER = /^[\s*]*(?:from|de|kutoka|von|van|da)\s*:/i;
const SUBJECT = /^[\s*]*(?:subject|objet|assunto|asunto|mada|betreff|onderwerp|oggetto)\s*:/i;

/** The receipt of a transfer has lines like these, too, but neither an address nor a subject. */
const beginsHeaders = (line: string, next: readonly string[]): boolean =>
  SENDER.test(line) && (line.includes('@') || next.some((each) => SUBJECT.test(each)));

/** `On Mon, 2 Mar 2026 at 10:01, Shop <…> wrote:` and the like, which may be broken over two lines. */
function introduces(line: string, next: string): boolean {
  if (isIntroduction(line)) return true;
  return line.trim() !== '' && !isIntroduction(next) && isIntroduction(`${line.trimEnd()} ${next.trim()}`);
}

const MAX_INTRODUCTION = 400;
const TIME = /\d[:.h]\d\d/;
const YEAR = /\b20\d\d\b/;
const ADDRESS = /[<([]\s?[^\s<>@]{1,64}@[^\s<>]{1,255}[>)\]]/;
const WROTE =
  /^\s*(?:on|le|em|el|il|am|mnamo|tarehe)\b.{4,200}\b(?:wrote|a écrit|escreveu|escribió|ha scritto|aliandika|schrieb\b.{0,80})\s*:/i;

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

const PROGRAM =
  /^\s*(?:sent from|get outlook for|envoyé (?:de mon|depuis|à partir)|(?:obtenir|télécharger) outlook pour|enviado (?:do meu|a partir d|de)|obter o outlook|imetumwa kutoka)\b.{0,100}$/i;
/** "Sent from my UBA account, 5000" is what a customer says. */
const OF_MONEY = /\d{3}|\b(?:account|bank|wallet|compte|banque|conta|banco|akaunti|benki)\b/i;

const isAddedByProgram = (line: string): boolean =>
  PROGRAM.test(line) && !OF_MONEY.test(line.replace(/<[^<>]{0,200}>/g, ''));

type EmailHead = { from: string; headers: readonly { key: string; value: string }[] };

/** RFC 3834, and what programs do that do not know it: an answer to them could be answered for ever. */
export function isAutomatic({ from, headers }: EmailHead): boolean {
  const headerOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const submitted = headerOf('auto-submitted');
  return (
    (submitted !== undefined && submitted !== 'no') ||
    /^(?:bulk|junk|list|auto_reply)$/.test(headerOf('precedence') ?? '') ||
    ['list-id', 'x-autoreply', 'x-autorespond', 'x-failed-recipients'].some((name) => headerOf(name) !== undefined) ||
    /^(?:mailer-daemon|postmaster|no-?reply)@/.test(from)
  );
}
