/** One loopback server for all fakes: it finds the fake a request is for, checks the signature, and applies faults. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AwsAnswer, AwsRefusal } from './aws-refusal.ts';
import type { AwsRequest, Fake } from './fake.ts';
import { type Faults, READ_FAULT } from './faults.ts';

const HOST = '127.0.0.1';

export type AwsServer = { url: string; close(): Promise<void> };

export async function startAwsServer(fakes: readonly Fake[], faults: Faults): Promise<AwsServer> {
  const server = createServer((incoming, response) => {
    response.on('error', () => {});
    void readRequest(incoming)
      .then((request) => answer(request, fakes, faults))
      .then((answered) => (answered === 'no answer' ? incoming.socket.destroy() : send(response, answered)))
      .catch((error: unknown) => {
        if (incoming.complete) console.error(`${incoming.method} ${incoming.url} could not be answered:`, error);
        incoming.socket.destroy();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://${HOST}:${port}`, close: () => close(server) };
}

async function readRequest(incoming: IncomingMessage): Promise<AwsRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const { method = 'GET', headers, url = '/' } = incoming;
  return { method, headers, url: new URL(url, `http://${HOST}`), body: Buffer.concat(chunks) };
}

async function answer(request: AwsRequest, fakes: readonly Fake[], faults: Faults): Promise<AwsAnswer | 'no answer'> {
  const fake = fakes.find((candidate) => candidate.answers(request));
  if (fake === undefined) return { status: 404, headers: { 'x-amzn-errortype': 'UnknownOperationException' } };
  try {
    checkSignature(request, fake.signingName);
    const kind = fake.faults && faults.take(fake.faults.service);
    if (fake.faults && kind && kind !== 'lost-reply' && kind !== READ_FAULT) throw fake.faults.refusals[kind];
    const answered = await fake.answer(request);
    return kind === 'lost-reply' ? 'no answer' : answered;
  } catch (error) {
    if (error instanceof AwsRefusal) return fake.spellError(error.refused);
    throw error;
  }
}

/** Only that a signature is there, and for this service; it is not verified. */
function checkSignature({ headers }: AwsRequest, signingName: string): void {
  const scope = /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/[^/]+\/([^/]+)\/aws4_request/.exec(
    headers.authorization ?? '',
  );
  const type = scope === null ? 'MissingAuthenticationTokenException' : 'InvalidSignatureException';
  if (scope?.[1] !== signingName) throw new AwsRefusal({ status: 403, type, message: 'Not signed for this service' });
}

function send(response: ServerResponse, { status, headers, body }: AwsAnswer): void {
  const requestId = { 'x-amzn-requestid': randomUUID() };
  response.writeHead(status, { 'content-type': 'application/json', ...requestId, ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  return promise;
}
