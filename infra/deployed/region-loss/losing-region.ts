/** Stands before the emulator, as the network before AWS: when a Region is lost, no call to it gets an answer. */
import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '#infra/deployed/emulator.ts';

export type LosingRegion = { url: string; lose: () => void; bringBack: () => void; stop: () => void };

/** The emulator knows the replicas of a secret, and not this call; its answer is the ARN of the secret that is now one of its own. */
const PROMOTE_SECRET = 'secretsmanager.StopReplicationToReplica';

/** Each call says in its signature for which Region it is; those of IAM, STS and Route 53 are for us-east-1. */
export async function startLosingRegion(emulator: string, region: string): Promise<LosingRegion> {
  const { hostname, port } = new URL(emulator);
  let isLost = false;
  const server = createServer((asked, answer) => {
    const {
      method,
      url,
      headers,
      headers: { authorization = '' },
    } = asked;
    if (isLost && authorization.includes(`/${region}/`)) {
      asked.socket.destroy();
      return;
    }
    if (headers['x-amz-target'] === PROMOTE_SECRET) {
      void text(asked).then((body) => answer.end(JSON.stringify({ ARN: JSON.parse(body).SecretId })));
      return;
    }
    const passed = request({ hostname, port, method, path: url, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    passed.once('error', () => answer.destroy());
    asked.pipe(passed);
  });
  const own = await listen(server);
  return {
    url: `http://127.0.0.1:${own}`,
    lose: () => {
      isLost = true;
    },
    bringBack: () => {
      isLost = false;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
