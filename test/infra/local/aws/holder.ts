/** A process that holds the stand-ins of a folder until it is killed; it prints their environment. */
import { startAwsStandIns } from '#infra/local/aws/start-aws-stand-ins.ts';

const standIns = await startAwsStandIns({
  dataDir: process.argv[2] ?? '',
  baseUrl: 'https://collections.example',
  now: () => new Date('2030-01-01T10:00:00.000Z'),
  onInvoke: async () => undefined,
});
console.log(JSON.stringify(standIns.environment));
