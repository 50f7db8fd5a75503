/** Mutants of what answers say in words and values: reasons of plans, what events tell, and why a request is refused. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Functions } from '#test/simulation/world/functions.ts';
import type { Mutant } from './mutant.ts';

// biome-ignore lint/suspicious/noExplicitAny: each function has an event of its own.
type Handler = (event: any, context: any) => Promise<unknown>;

/** Changes the bodies that these functions answer. */
const answering = (names: readonly (keyof Functions)[], change: (body: string) => string): Mutant['seams'] => ({
  functions: (real) => ({
    ...real,
    ...Object.fromEntries(
      names.map((name) => [
        name,
        async (...asked: Parameters<Handler>) => {
          const result = (await (real[name] as Handler)(...asked)) as APIGatewayProxyResult;
          return { ...result, body: change(result.body) };
        },
      ]),
    ),
  }),
});

const PLANS = ['get-follow-ups', 'preview-follow-ups'] as const;

export const ANSWERS: readonly Mutant[] = [
  {
    name: 'share of the time rounded up',
    mistake: 'The reason of a slot rounds the share of the time up.',
    breaks: [14],
    within: 20,
    seams: answering(PLANS, (body) => body.replace(/with (\d+)% of/g, (_, share) => `with ${Number(share) + 1}% of`)),
  },
  {
    name: 'removed one too few',
    mistake: 'The reasons of a plan count the removed slots from nought.',
    breaks: [14],
    within: 20,
    seams: answering(PLANS, (body) => body.replace(/: (\d+) removed/g, (_, count) => `: ${Number(count) - 1} removed`)),
  },
  {
    name: 'removed by the other cap',
    mistake: 'A slot that is one too many for its person is shown as one too many for its collection.',
    breaks: [14],
    within: 60,
    seams: answering(PLANS, (body) => body.replaceAll('"reason":"contact_cap"', '"reason":"cap_collection"')),
  },
  {
    name: 'paused by the merchant',
    mistake: 'The event of a pause by a reply says that the merchant has asked for it.',
    breaks: [14],
    within: 100,
    seams: answering(['get-collection'], (body) => body.replaceAll('"actor":"customer"', '"actor":"merchant"')),
  },
  {
    name: 'first change only',
    mistake: 'The event of a correction tells only the first of the fields that it has changed.',
    breaks: [14],
    within: 300,
    seams: answering(['get-collection'], (body) => body.replace(/"changed":\[("[^"]*"),[^\]]*\]/g, '"changed":[$1]')),
  },
  {
    name: 'refused as it is stored',
    mistake: 'A refusal names the status that is stored, though the collection has expired.',
    breaks: [14],
    within: 200,
    seams: answering(['update-collection-status'], (body) =>
      body.replace('that is expired cannot', 'that is pending cannot'),
    ),
  },
  {
    name: 'allowed an hour late',
    mistake: 'A reminder that is refused in quiet hours is said to be allowed an hour after their end.',
    breaks: [14],
    within: 200,
    seams: answering(['send-follow-up', 'preview-reminder'], (body) =>
      body.replace(
        /(quiet_hours.*"firstAt":")([^"]+)/,
        (_, before, at) => `${before}${new Date(Date.parse(at) + 3_600_000).toISOString()}`,
      ),
    ),
  },
];
