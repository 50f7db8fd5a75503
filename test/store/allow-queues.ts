/** Lets requests wait for a socket: hundreds of invocations share this process's fifty, while in Lambda each has its own. */
import { table } from '#lib/store/table/live-table.ts';

type Configurable = { updateHttpClientConfig(key: string, value: number): void };

const FOREVER_MS = 600_000;

/** To be called at the top of a test file that asks for much at once. */
export function allowQueues(): void {
  const handler = table.client.config.requestHandler as unknown as Configurable;
  for (const limit of ['connectionTimeout', 'requestTimeout']) handler.updateHttpClientConfig(limit, 0);
  handler.updateHttpClientConfig('socketAcquisitionWarningTimeout', FOREVER_MS);
}
