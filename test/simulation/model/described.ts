/** What the API's description (docs/openapi.json) says of the answers of each operation: their statuses, codes, texts and headers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Example = { value?: Said };
type Said = { message: string; code?: string };
type Response = {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: { 'application/json'?: { example?: Said; examples?: Record<string, Example> } };
};
type Operation = { operationId: string; responses: Record<string, Response> };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response> };
};

const document: Document = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8'),
) as Document;

/** `texts`: of the success, or of each code. `headers`: in lower case. */
export type Described = { texts: ReadonlyMap<string, string>; headers: readonly string[] };

const SUCCESS = 'success';

function read({ $ref, ...own }: Response): Described {
  const found = $ref === undefined ? own : document.components.responses[$ref.split('/').at(-1) ?? ''];
  const { headers = {}, content } = found ?? {};
  const { example, examples = {} } = content?.['application/json'] ?? {};
  const refusals = Object.entries(examples).map(([code, { value }]) => [code, value?.message ?? ''] as const);
  const texts = new Map(example === undefined ? refusals : [[SUCCESS, example.message]]);
  return { texts, headers: Object.keys(headers).map((name) => name.toLowerCase()) };
}

const answers = new Map<string, Described>(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses = {} }]) =>
      Object.entries(responses).map(
        ([status, response]) => [`${method.toUpperCase()} ${path} ${status}`, read(response)] as const,
      ),
    ),
  ),
);
/** Undefined for a status that the operation is not described with. `route`: its method and path. */
export const describedAnswer = (route: string, status: number): Described | undefined =>
  answers.get(`${route} ${status}`);

/** In an example: ids, names, amounts and statuses that each answer has of its own. */
const OWN =
  /pay_[0-9a-z]{35}|receipt-17|NGN 45,000\.00|(?<=slug )paystack|(?<=that is )completed|(?<=become )cancelled/g;

/** The texts that a success, or a code, may have. */
export function isText(described: Described, code: string | undefined, text: string): boolean {
  const example = described.texts.get(code ?? SUCCESS);
  if (example === undefined) return false;
  const parts = example.split(OWN).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (new RegExp(`^${parts.join('.+')}$`, 'su').test(text)) return true;
  return (
    code === 'invalid_transition' && /^A collection that is [a-z]+ is not followed up or changed any more$/.test(text)
  );
}
