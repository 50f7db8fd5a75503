/** What an endpoint can be refused for in the console has words, in every language. */
import { expect, it } from 'vitest';
import { readCreateWebhookEndpoint } from '#lib/contract/webhook-endpoint.ts';
import { DomainError } from '#lib/domain/errors.ts';
import { faultText } from '#lib/web/console/format.ts';
import { LANGUAGES } from '#lib/words/languages.ts';
import { loadConsoleWords } from '#lib/words/load-console-words.ts';
import { CONSOLE_WORDS } from './console-words.ts';

function faultsOf(events: readonly string[], url = ''): string[] {
  try {
    readCreateWebhookEndpoint({ url, events });
  } catch (error) {
    if (error instanceof DomainError) return (error.details.errors ?? []).map(({ message }) => message);
  }
  return [];
}

const FAULTS = new Set([
  ...faultsOf([], 'x'.repeat(2049)),
  ...faultsOf(['*', 'payment.received']),
  ...faultsOf(['payment.received', 'payment.received']),
  ...faultsOf(['nothing.at.all']),
]);

it.each(LANGUAGES)('in %s', async (language) => {
  const { developersWords } = await loadConsoleWords[language].settings();
  const faults = { ...CONSOLE_WORDS[language].faults, ...developersWords.faults };
  expect(FAULTS.size).toBeGreaterThan(5);
  expect([...FAULTS].filter((message) => faultText({ faults, fault: () => '' }, message) === '')).toEqual([]);
});
