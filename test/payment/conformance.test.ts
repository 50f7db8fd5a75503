/**
 * What every payment provider must do: docs/contributing/adding-a-provider.md. It runs for each provider in the list with the
 * fixtures of its folder here; for one alone: npx vitest run test/payment/conformance.test.ts -t paystack
 */
import { describe } from 'vitest';
import { closesAndTriesKeys } from './conformance/close-and-keys.ts';
import { statesFacts } from './conformance/facts.ts';
import { findsMovements } from './conformance/find-movements.ts';
import { listsMovements } from './conformance/list-movements.ts';
import { opensSessions } from './conformance/open.ts';
import { readsWebhooks } from './conformance/webhooks.ts';
import { SCRIPTS } from './scripts.ts';

describe.each(SCRIPTS)('$name', (script) => {
  describe('facts', () => statesFacts(script));
  describe('open', () => opensSessions(script));
  describe('findMovements', () => findsMovements(script));
  describe('listMovements', () => listsMovements(script));
  describe('close, check and modeOf', () => closesAndTriesKeys(script));
  describe('readWebhookEvent', () => readsWebhooks(script));
});
