/** A process that runs the fakes of a folder until it is killed; it prints their environment. */
import { startAwsFakes } from '#infra/local/fakes/start-aws-fakes.ts';

const fakes = await startAwsFakes({
  dataDir: process.argv[2] ?? '',
  baseUrl: 'https://collections.example',
  now: () => new Date('2030-01-01T10:00:00.000Z'),
});
console.log(JSON.stringify(fakes.environment));
