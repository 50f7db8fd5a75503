/** What an endpoint can be refused for in the console has words, in every language. */
import { expect, it } from 'vitest';
import { readCreateWebhookEndpoint } from '#lib/contract/webhook-endpoint.ts';
import { faultText } from '#lib/web/console/format.ts';
import { LANGUAGES } from '#lib/words/languages.ts';
import { loadConsoleWords } from '#lib/words/load-console-words.ts';
import { faultsOf } from '#test/support/faults.ts';
import { CONSOLE_WORDS } from './console-words.ts';

const messagesOf = (events: readonly string[], url = ''): string[] =>
  faultsOf(() => readCreateWebhookEndpoint({ url, events })).map(({ message }) => message);

const FAULTS = new Set([
  ...messagesOf([], 'x'.repeat(2049)),
  ...messagesOf(['*', 'payment.received']),
  ...messagesOf(['payment.received', 'payment.received']),
  ...messagesOf(['nothing.at.all']),
]);

it.each(LANGUAGES)('in %s', async (language) => {
  const { developersWords } = await loadConsoleWords[language].settings();
  const faults = { ...CONSOLE_WORDS[language].faults, ...developersWords.faults };
  expect(FAULTS.size).toBeGreaterThan(5);
  expect([...FAULTS].filter((message) => faultText({ faults, fault: () => '' }, message) === '')).toEqual([]);
});
