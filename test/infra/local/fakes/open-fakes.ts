/** Opens fakes for one test file, with a fixed clock, and points the SDK's clients at them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type AwsFakes, startAwsFakes } from '#infra/local/fakes/start-aws-fakes.ts';

export const NOW = new Date('2030-01-01T10:00:00.000Z');

export type TestFakes = AwsFakes & { dataDir: string };

/** In the folder of earlier fakes, they go on with the earlier state. */
export async function openFakes(dataDir = mkdtempSync(join(tmpdir(), 'aws-'))): Promise<TestFakes> {
  const fakes = await startAwsFakes({ dataDir, baseUrl: 'https://collections.example', now: () => NOW });
  Object.assign(process.env, fakes.environment);
  afterAll(async () => {
    await fakes.close().catch(() => {});
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { ...fakes, dataDir };
}
