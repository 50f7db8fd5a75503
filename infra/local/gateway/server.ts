/** The HTTP server on the loopback address, and the answers that the edge gives without a function. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { StartFailure } from '#infra/local/settings.ts';

/** `no answer`: the request was carried out, and the connection ends without a response. */
export type Answer = (request: IncomingMessage) => Promise<APIGatewayProxyResult | 'no answer'>;

export type LocalServer = {
  baseUrl: string;
  /** Accepts no more requests, waits for those in progress, and resolves. */
  close(): Promise<void>;
};

const HOST = '127.0.0.1';
const KEEP_ALIVE_MS = 65_000;
const CLOSE_LIMIT_MS = 10_000;

export async function startServer(port: number, answer: Answer): Promise<LocalServer> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    // A client that goes away must not end the process.
    response.on('error', () => {});
    void answer(request)
      .then((result) =>
        result === 'no answer' ? request.socket.destroy() : send({ request, response, result, server }),
      )
      .catch((error: unknown) => {
        if (request.complete) console.error(`${request.method} ${request.url} could not be answered:`, error);
        response.destroy();
      });
  });
  await listen(server, port);
  const { port: bound } = server.address() as AddressInfo;
  return { baseUrl: `http://${HOST}:${bound}`, close: () => close(server) };
}

function listen(server: Server, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', (error: NodeJS.ErrnoException) => reject(listenFailure(port, error)));
  server.listen(port, HOST, resolve);
  return promise;
}

function listenFailure(port: number, error: NodeJS.ErrnoException): Error {
  const elsewhere = `PORT=${port + 1 > 65_535 ? 0 : port + 1} npm start`;
  if (error.code === 'EADDRINUSE') {
    return new StartFailure(`Port ${port} is already in use. Use another one: ${elsewhere} (0 takes any free one).`);
  }
  if (error.code === 'EACCES') {
    return new StartFailure(`Port ${port} needs more rights than this user has. Use another one: PORT=3000 npm start`);
  }
  return error;
}

type ServedRequest = {
  request: IncomingMessage;
  response: ServerResponse;
  result: APIGatewayProxyResult;
  server: Server;
};

function send({ request, response, result, server }: ServedRequest): void {
  response.statusCode = result.statusCode;
  for (const [name, value] of Object.entries(result.headers ?? {})) response.setHeader(name, String(value));
  for (const [name, values] of Object.entries(result.multiValueHeaders ?? {})) {
    response.setHeader(name, values.map(String));
  }
  if (!server.listening) response.setHeader('connection', 'close');
  const bytes = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8');
  const isCompressed = bytes.length >= MIN_COMPRESSED_BYTES && acceptsGzip(request);
  if (isCompressed) response.setHeader('content-encoding', 'gzip').setHeader('vary', 'accept-encoding');
  response.end(isCompressed ? gzipSync(bytes) : bytes);
}

/** As the gateway of a deployed service is told to. */
const MIN_COMPRESSED_BYTES = 1024;

const acceptsGzip = ({ headers }: IncomingMessage): boolean =>
  String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((coding) => /^\s*gzip\s*(?:;\s*q=(?:1|0?\.\d*[1-9]).*)?$/i.test(coding));

function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const hard = setTimeout(() => server.closeAllConnections(), CLOSE_LIMIT_MS);
  server.close(() => {
    clearTimeout(hard);
    resolve();
  });
  return promise;
}

/** In the form that the stack's gateway responses have. */
const EDGE_ANSWERS = {
  throttled: { statusCode: 429, code: 'too_many_requests', message: 'Too many requests' },
  busy: { statusCode: 503, code: 'service_unavailable', message: 'The service is busy; please try again shortly' },
  starting: { statusCode: 503, code: 'service_unavailable', message: 'The service is starting' },
  tooLarge: { statusCode: 413, code: 'payload_too_large', message: 'Request body is too large' },
  failed: { statusCode: 500, code: 'internal_error', message: 'Internal server error' },
  timedOut: { statusCode: 504, code: 'timeout', message: 'The service took too long to answer' },
} as const;

const COME_BACK: readonly (keyof typeof EDGE_ANSWERS)[] = ['throttled', 'busy', 'starting'];

export function edgeAnswer(kind: keyof typeof EDGE_ANSWERS, requestId: string): APIGatewayProxyResult {
  const { statusCode, code, message } = EDGE_ANSWERS[kind];
  return {
    statusCode,
    headers: {
      'content-type': 'application/json',
      'x-request-id': requestId,
      ...(COME_BACK.includes(kind) && { 'retry-after': '1' }),
    },
    body: JSON.stringify({ status: 'error', message, code }),
  };
}
