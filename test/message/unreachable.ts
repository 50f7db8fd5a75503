/** Addresses on this machine that no connection can be made to. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Nobody listens here. */
export async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

const LISTENS = `require('node:net').createServer()
  .listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port); })`;

/** Somebody listens but does not pick up, and the queue is full: a connection is neither made nor refused. */
export async function crowdedPort(): Promise<string> {
  const child = spawn(process.execPath, ['-e', LISTENS], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(printed);
  child.kill('SIGSTOP');
  const queue = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  onTestFinished(() => {
    child.kill('SIGKILL');
    for (const socket of queue) socket.destroy();
  });
  await sleep(100);
  return `http://127.0.0.1:${port}`;
}
