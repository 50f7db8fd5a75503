/** `npm run reset`: removes what the local run keeps in DATA_DIR, and nothing else. */
import { rm } from 'node:fs/promises';
import { dataFiles, isOurDataDir, lockDataDir } from './data-dir.ts';
import { readDataDir, StartFailure } from './settings.ts';

async function reset(dataDir: string): Promise<string> {
  if (!(await isOurDataDir(dataDir))) return `Nothing to wipe: ${dataDir} holds no data of a local run.`;
  const { release } = lockDataDir(dataDir);
  const { marker, ...rest } = dataFiles(dataDir);
  for (const file of Object.values(rest)) await rm(file, { recursive: true, force: true });
  // The marker goes last, so that an interrupted reset can be repeated.
  await rm(marker, { force: true });
  release();
  return `Wiped the local run's data in ${dataDir}.`;
}

try {
  console.log(await reset(readDataDir(process.env)));
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exitCode = 1;
}
