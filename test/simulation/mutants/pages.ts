/** Mutants of the pages for people: the payment page and the console. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Functions } from '#test/simulation/world/functions.ts';
import { isUpdate, type Mutant } from './mutant.ts';

// biome-ignore lint/suspicious/noExplicitAny: each function has an event of its own.
type Handler = (event: any, context: any) => Promise<unknown>;

/** Changes the content security policy of a page. */
const allowing = (name: keyof Functions, change: (policy: string) => string): Mutant['seams'] => ({
  functions: (real) => ({
    ...real,
    [name]: async (...asked: Parameters<Handler>) => {
      const result = (await (real[name] as Handler)(...asked)) as APIGatewayProxyResult;
      const policy = result.headers?.['content-security-policy'];
      if (policy === undefined) return result;
      return { ...result, headers: { ...result.headers, 'content-security-policy': change(String(policy)) } };
    },
  }),
});

export const PAGES: readonly Mutant[] = [
  {
    name: 'form that leads nowhere',
    mistake: 'The payment page does not let its form lead to the provider, so that browsers stop there.',
    breaks: [9],
    within: 20,
    seams: allowing('payment-page', (policy) => policy.replace(" 'self' https://sandbox.example", " 'self'")),
  },
  {
    name: 'console in a frame',
    mistake: 'Another page can show the console in a frame, and have its clicks.',
    breaks: [14],
    within: 100,
    seams: allowing('console-page', (policy) => policy.replace("frame-ancestors 'none'; ", '')),
  },
  {
    name: 'account not kept',
    mistake: 'An account that a payer has asked for on the page is shown once, and not stored.',
    breaks: [14],
    within: 200,
    seams: {
      table: (command, send) =>
        isUpdate('SET options = :options')(command) && !command.input.UpdateExpression.includes('events')
          ? Promise.resolve({})
          : send(command),
    },
  },
];
