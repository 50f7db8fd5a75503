/** The command that submits templates to Meta, against a server that answers as AWS's API does. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { LANGUAGES } from '#lib/words/languages.ts';
import { runCli } from './run-cli.ts';

type Received = { path: string | undefined; body: { id: string; templateDefinition: string } };

async function register(args: readonly string[], refuse: string) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as Received['body'];
    received.push({ path: request.url, body });
    const { name } = JSON.parse(Buffer.from(body.templateDefinition, 'base64').toString()) as { name: string };
    const refused = name === refuse;
    if (refused) response.writeHead(400, { 'x-amzn-errortype': 'InvalidParametersException' });
    response.end(JSON.stringify(refused ? { message: 'exists' } : { metaTemplateId: '1', templateStatus: 'PENDING' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env['AWS_ENDPOINT_URL_SOCIALMESSAGING'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ended = await runCli('', ['whatsapp', 'register-templates', ...args]);
  server.close();
  return { ...ended, received };
}

it('whatsapp register-templates registers every template and prints each status, even when one is refused', async () => {
  const args = ['--waba', 'waba-1', '--base-url', 'https://pay.example/', '--json'];
  const { out, code, received } = await register(args, 'payment_reminder_urgent_v1');
  expect(code).toBe(0);
  const registered = JSON.parse(out) as { name: string; status: string }[];
  expect(registered).toHaveLength(54 * LANGUAGES.length);
  expect(new Set(received.map(({ body }) => body.id))).toEqual(new Set(['waba-1']));
  const refused = registered.filter(({ status }) => status.startsWith('REFUSED: InvalidParametersException'));
  expect(refused.map(({ name }) => name)).toEqual(LANGUAGES.map(() => 'payment_reminder_urgent_v1'));
  expect(registered.filter(({ status }) => status === 'PENDING')).toHaveLength(53 * LANGUAGES.length);
  expect(Buffer.from(received[0]?.body.templateDefinition ?? '', 'base64').toString()).not.toContain('example//pay');
});

it('whatsapp register-templates refuses an address that is not https', async () => {
  const { code, err, received } = await register(['--waba', 'w', '--base-url', 'http://pay.example'], '');
  expect({ code, received }).toEqual({ code: 2, received: [] });
  expect(err).toContain('--base-url');
});
