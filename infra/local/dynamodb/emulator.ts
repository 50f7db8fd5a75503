/** Finds the embedded emulator: one native program from npm, for machines without Java or Maven. */
import { createRequire } from 'node:module';
import type { Found } from './engine.ts';

const platformPackage = `@dynoxide/${process.platform}-${process.arch}`;

export const findEmulator = (): Found => {
  try {
    return { launch: launchWith(createRequire(import.meta.url).resolve(`${platformPackage}/dynoxide`)) };
  } catch {
    return { reason: `${platformPackage} is not installed` };
  }
};

const launchWith = (command: string) => ({
  engine: 'emulator' as const,
  title: 'The embedded DynamoDB emulator',
  command,
  commandArguments: (port: number, store?: string) => [
    ...['serve', '--host', '127.0.0.1', '--port', String(port)],
    ...(store === undefined ? [] : ['--db-path', `${store}/data.sqlite`]),
  ],
  storeName: 'dynamodb-emulator',
});
