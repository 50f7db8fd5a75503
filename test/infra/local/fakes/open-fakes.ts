/** Opens fakes for one test file, with a fixed clock, and points the SDK's clients at them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type AwsFakes, startAwsFakes } from '#infra/local/fakes/start-aws-fakes.ts';

export const NOW = new Date('2030-01-01T10:00:00.000Z');

type Invoked = { functionName: string; payload: unknown };

export type TestFakes = AwsFakes & {
  dataDir: string;
  invoked: Invoked[];
  /** What functions do when they are invoked. */
  run: (payload: unknown) => Promise<unknown>;
};

/** In the folder of earlier fakes, they go on with the earlier state. */
export async function openFakes(dataDir = mkdtempSync(join(tmpdir(), 'aws-'))): Promise<TestFakes> {
  const invoked: Invoked[] = [];
  const opened = { invoked, dataDir, run: async (payload: unknown): Promise<unknown> => payload };
  const fakes = await startAwsFakes({
    dataDir,
    baseUrl: 'https://collections.example',
    now: () => NOW,
    onInvoke: async (functionName, payload) => {
      invoked.push({ functionName, payload });
      return await result.run(payload);
    },
  });
  Object.assign(process.env, fakes.environment);
  const result: TestFakes = Object.assign(opened, fakes);
  afterAll(async () => {
    await fakes.close().catch(() => {});
    rmSync(dataDir, { recursive: true, force: true });
  });
  return result;
}
