/** Stand-ins of a test's own, with a clock it sets, and the SDK's clients pointed at them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type AwsStandIns, startAwsStandIns } from '#infra/local/aws/start-aws-stand-ins.ts';

export const NOW = new Date('2030-01-01T10:00:00.000Z');

type Invoked = { functionName: string; payload: unknown };

export type TestStandIns = AwsStandIns & {
  dataDir: string;
  invoked: Invoked[];
  /** What functions do when they are invoked. */
  run: (payload: unknown) => Promise<unknown>;
};

/** Given a folder, it is the stand-ins that were there before that go on. */
export async function openStandIns(dataDir = mkdtempSync(join(tmpdir(), 'aws-'))): Promise<TestStandIns> {
  const invoked: Invoked[] = [];
  const opened = { invoked, dataDir, run: async (payload: unknown): Promise<unknown> => payload };
  const standIns = await startAwsStandIns({
    dataDir,
    baseUrl: 'https://collections.example',
    now: () => NOW,
    onInvoke: async (functionName, payload) => {
      invoked.push({ functionName, payload });
      return await result.run(payload);
    },
  });
  Object.assign(process.env, standIns.environment);
  const result: TestStandIns = Object.assign(opened, standIns);
  afterAll(async () => {
    await standIns.close().catch(() => {});
    rmSync(dataDir, { recursive: true, force: true });
  });
  return result;
}
