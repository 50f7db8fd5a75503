/** Mutants that the businesses of their own find, which pay by other providers, keep books and write letters; and of what a provider is asked for. */
import type { ProviderRequest } from '#test/simulation/aws/provider-http.ts';
import type { Seams } from '#test/simulation/world/seams.ts';
import type { Input, Mutant } from './mutant.ts';

const HOUR = 60 * 60_000;

/** Changes what a provider is asked. */
const asking =
  (path: string, change: (body: Input) => Input): Seams['provider'] =>
  (request: ProviderRequest, serve) =>
    serve(
      request.path.startsWith(path) && request.body !== undefined
        ? { ...request, body: change(request.body) }
        : request,
    );

/** Changes the request that a function gets. */
const given =
  (
    name: 'receive-reply' | 'preview-follow-ups' | 'payment-page',
    change: (event: Input) => Input,
  ): Seams['functions'] =>
  (real) => {
    const handler = real[name] as unknown as (event: Input, context: object) => Promise<unknown>;
    return { ...real, [name]: (event: Input, context: object) => handler(change(event), context) };
  };

const inText =
  (from: string | RegExp, to: string) =>
  (event: Input): Input =>
    JSON.parse(JSON.stringify(event).replace(from, to));

/** Changes where a list is read from. */
const listing =
  (change: (query: URLSearchParams) => void): Seams['provider'] =>
  (request, serve) => {
    const [path, query] = request.path.split('?');
    if (path !== '/v1/movements') return serve(request);
    const asked = new URLSearchParams(query);
    change(asked);
    return serve({ ...request, path: `${path}?${asked}` });
  };

export const OWN_BUSINESSES: readonly Mutant[] = [
  {
    name: 'payer without a phone',
    mistake: 'The provider is not told the phone of who pays.',
    breaks: [14],
    within: 20,
    seams: {
      provider: asking('/v1/sessions', ({ customer: { phone: _none, ...customer }, ...body }) => ({
        ...body,
        customer,
      })),
    },
  },
  {
    name: 'whoever gives up is thanked',
    mistake: 'A payer who gives up on the page of the provider comes back as one who has paid.',
    breaks: [14],
    within: 20,
    seams: {
      provider: asking('/v1/sessions', (body) => ({ ...body, ...(body.cancelUrl && { cancelUrl: body.returnUrl }) })),
    },
  },
  {
    name: 'cut without a sign',
    mistake: 'A text that was cut in an email or on WhatsApp does not show that it goes on.',
    breaks: [14],
    within: 50,
    seams: { message: (text) => text.replaceAll('…', '') },
  },
  {
    name: 'HTML in one language',
    mistake: 'Every email says that its HTML is English.',
    breaks: [14],
    within: 300,
    seams: { message: (text) => text.replace('<html lang=\\"fr\\">', '<html lang=\\"en\\">') },
  },
  {
    name: 'network of everybody',
    mistake: 'Each request to a phone goes to the largest network.',
    breaks: [14],
    within: 200,
    seams: { provider: asking('/v3/charges', (body) => ({ ...body, network: 'MTN' })) },
  },
  {
    name: 'page closed under our name',
    mistake: 'The page of a provider is to be closed under our reference, which that provider does not know.',
    breaks: [14],
    within: 300,
    seams: { provider: asking('/v3/payments/link/disable', () => ({ link: 'pay-checkout-1' })) },
  },
  {
    name: 'amount rounded',
    mistake: 'An amount with more decimals than its currency has is rounded in place of refused.',
    breaks: [14],
    within: 200,
    seams: {
      functions: given('preview-follow-ups', (event) => ({
        ...event,
        body: event.body?.replace(/(?<="value":)\d+\.\d{3,}/, (value: string) => Number(value).toFixed(2)),
      })),
    },
  },
  {
    name: 'some words for stop unknown',
    mistake: 'QUIT, END, CANCEL and REMOVE are shown to the merchant, and the reminders go on.',
    breaks: [14],
    within: 300,
    seams: { functions: given('receive-reply', inText(/\b(QUIT|END|CANCEL|REMOVE)\b/, 'I read this')) },
  },
  {
    name: 'reply cut to an SMS',
    mistake: 'Of a long reply only what fits into one SMS is kept.',
    breaks: [14],
    within: 500,
    seams: { functions: given('receive-reply', inText(/(long (?:words ){20})(?:words )+/g, '$1')) },
  },
  {
    name: 'lists of one hour',
    mistake: 'The list of each hour does not reach back beyond the run before.',
    breaks: [14],
    within: 200,
    seams: {
      provider: listing((query) => {
        const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''].map((each) => Date.parse(each));
        if (Number(to) - Number(from) === 2 * HOUR) query.set('from', new Date(Number(to) - HOUR).toISOString());
      }),
    },
  },
  {
    name: 'first page again and again',
    mistake: 'The cursor of a list is not sent, so that its first page is read again.',
    breaks: [14],
    within: 200,
    seams: { provider: listing((query) => query.delete('cursor')) },
  },
];
