/** `cli sending`: it stops and resumes what feeds the follow-up function, by the fake of Lambda. */
import { beforeAll, expect, it } from 'vitest';
import { pause, resume, status } from '#infra/cli/commands/sending.ts';
import { fedQueue } from '#infra/local/scheduler/start-scheduler.ts';
import { NOW, openFakes, type TestFakes } from '#test/infra/local/fakes/open-fakes.ts';

let aws: TestFakes;

beforeAll(async () => {
  aws = await openFakes();
  process.env['AWS_ENDPOINT_URL_LAMBDA'] = aws.url;
  delete process.env['RUNS_FEED'];
});

const feed = '00000000-0000-4000-8000-000000000000';
const FOUR_DAYS_MS = 4 * 86_400_000;

it('a pause lets nothing out of the queue of runs, and a resumption lets out what waited; both may be repeated', async () => {
  const queue = fedQueue(aws.queue, aws.runsFeed, () => NOW);
  for (const command of [pause, pause]) expect((await command({ feed })).data).toEqual({ feed, sending: false });
  expect((await status({ feed })).data).toEqual({ feed, state: 'Disabled', sending: false });
  queue.add('{}', NOW);
  expect([queue.due(NOW), queue.earliest(NOW)]).toEqual([[], []]);
  expect(aws.queue.due(NOW)).toHaveLength(1);
  for (const command of [resume, resume]) expect((await command({ feed })).data).toEqual({ feed, sending: true });
  expect((await status({ feed })).text).toBe('Sending goes on.');
  expect(queue.due(NOW)).toHaveLength(1);
});

it('what has waited for longer than the queue keeps it does not come: the sweeper finds it', () => {
  const later = new Date(NOW.getTime() + FOUR_DAYS_MS + 1);
  expect(fedQueue(aws.queue, aws.runsFeed, () => later).due(later)).toEqual([]);
});

it('an event source that does not exist is an error, and without one the command asks whose sending is meant', async () => {
  await expect(pause({ feed: 'another' })).rejects.toThrow('The resource you requested does not exist.');
  await expect(pause({})).rejects.toThrow('Whose sending? Give --stage, or --feed');
  await expect(pause({ stage: 'prod' })).rejects.toThrow('The stage "prod" has no queue of runs here');
});
