/** `GET /_local/console-link`: a fresh one-time link to the merchant console of the demo account; a browser is led there. */
import { signInLink } from '#infra/local/local-member.ts';
import type { LocalCalls } from './local-call.ts';
import { plainJson } from './plain-json.ts';

export const consoleCalls = ({ account, baseUrl }: { account: string; baseUrl: string }): LocalCalls => ({
  'GET /_local/console-link': async ({ headers }) => {
    const made = await signInLink(account, baseUrl);
    const answer = plainJson(200, made);
    const isBrowser = headers.accept?.includes('text/html') === true;
    return isBrowser ? { ...answer, statusCode: 303, headers: { ...answer.headers, location: made.link } } : answer;
  },
});
