/**
 * The rehearsal of what the queue of runs and the table's stream call, with the bundles that Lambda would get, on a real table: a sound
 * release passes and asks no channel, and each planted fault stops it with a sentence that names its function.
 */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Fault, RELAYS_NOTHING } from '#infra/deployed/plant.ts';
import { awsEnvironment } from '#infra/local/aws-environment.ts';
import { clock } from '#lib/clock.ts';
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { random } from '#lib/random.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { changeOfRehearsal, openRehearsals } from '#lib/store/account/rehearsal.ts';
import { createCollection, getPartition } from '#lib/store/collection/collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { REHEARSED_RUNS, type RehearsedRun, rehearseRuns } from '#lib/use-cases/rehearse-runs.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { startStubServer } from '#test/support/stub-server.ts';
import { countedIn, rehearsedWith } from './a-version.ts';
import { plantedBundles } from './planted-bundle.ts';

const { tableName } = useTable();
const bundle = plantedBundles();
const entryOf = (name: RehearsedRun) => `functions/${name === 'follow-up' ? 'scheduled' : 'stream'}/${name}.ts`;

/** What AWS was asked for, but for the table. */
const asked: string[] = [];
let aws = '';
const sound = {} as Record<RehearsedRun, string>;
beforeAll(async () => {
  const stub = await startStubServer((request) => {
    asked.push(String(request.headers['x-amz-target'] ?? request.url));
    return { status: 200, body: {} };
  });
  aws = stub.url;
  for (const name of REHEARSED_RUNS) sound[name] = await bundle(entryOf(name));
});

const environment = () => ({
  ...{ ...awsEnvironment(inject('database')), AWS_ENDPOINT_URL: aws, AWS_ENDPOINT_URL_SQS: aws },
  ...{ TABLE_NAME: tableName, STAGE: 'prod', BASE_URL: 'https://pay.example' },
  ...{ WHATSAPP_PHONE_NUMBER_ID: 'phone-number-id-1', META_API_VERSION: 'v23.0' },
  ...{ SMS_ORIGINATION_IDENTITY: 'Collect', EMAIL_FROM: 'pay@collections.example' },
  ...{ SCHEDULE_GROUP: 'runs', RUNS_QUEUE_ARN: 'arn:aws:sqs:eu-west-1:111111111111:runs' },
});

const stored = storeOf(table, {
  ...{ getAccount, openRehearsals, createCollection, getPartition, changeOfRehearsal },
});
const created: Collection[] = [];

type Given = { channels?: readonly Channel[]; nothingDueBefore?: string };

function rehearsed(bundles: Record<RehearsedRun, string>, { channels = CHANNELS, nothingDueBefore }: Given = {}) {
  const fence = nothingDueBefore === undefined ? {} : { NOTHING_DUE_BEFORE: nothingDueBefore };
  return rehearsedWith({ bundles, environment: { ...environment(), ...fence } }, (invoke) =>
    rehearseRuns({
      ...{ clock, random, invoke, configuredChannels: () => [...channels], settings: { nothingDueBefore } },
      ...stored,
      createCollection: async (collection, creation) => {
        created.push(collection);
        return stored.createCollection(collection, creation);
      },
    }),
  );
}

describe('a rehearsal of runs', () => {
  it('of a sound release passes, again and again, and its messages go to nobody', async () => {
    for (let times = 0; times < 2; times += 1) {
      const { sentence, lines } = await rehearsed(sound);
      expect(sentence).toBeUndefined();
      expect(lines.filter(({ level }) => level === 'ERROR')).toEqual([]);
      expect(countedIn(lines, 'outcome_good')).toEqual(CHANNELS.map(() => 'follow-up'));
    }
    expect(asked.filter((what) => !/^AmazonSQS\.SendMessage|^\/schedules\//.test(what))).toEqual([]);
  });

  it('plans no run of what is reminded, so that no version with traffic sends it; and a run of what is relayed', async () => {
    created.length = 0;
    await rehearsed(sound);
    expect(created.map(({ nextRunAt }) => nextRunAt !== undefined)).toEqual([...CHANNELS.map(() => false), true]);
  });

  it('passes where no channel has a sender', async () => {
    const { sentence, lines } = await rehearsed(sound, { channels: [] });
    expect(sentence).toBeUndefined();
    expect(lines.filter(({ level }) => level === 'ERROR')).toEqual([]);
  });

  it.each([
    ['in an hour', 60, []],
    ['now', 0, []],
    ['two minutes ago', -2, []],
    ['five minutes ago', -5, CHANNELS.map(() => 'follow-up')],
  ])('passes after a restore, where nothing was due before %s', async (_what, minutes, sent) => {
    const nothingDueBefore = new Date(clock.now().getTime() + minutes * 60_000).toISOString();
    const { sentence, lines } = await rehearsed(sound, { nothingDueBefore });
    expect(sentence).toBeUndefined();
    expect(countedIn(lines, 'outcome_good')).toEqual(sent);
  });

  const throwing = "throw new TypeError('planted'); ";

  /** `counts`: what the faulty version logs of it for the alarms of the release, beside the rehearsal. */
  const FAULTS: [string, RehearsedRun, Fault, RegExp, counts: string][] = [
    [
      'SMS cannot be made',
      'follow-up',
      {
        file: 'lib/channels/sms/send.ts',
        from: 'const command = new SendTextMessageCommand({',
        to: `${throwing}const command = new SendTextMessageCommand({`,
      },
      /^follow-up sent no message by sms: unsendable\.$/,
      'fault',
    ],
    [
      'the request of a WhatsApp message fails in our own code',
      'follow-up',
      {
        file: 'lib/channels/whatsapp/send.ts',
        from: 'return async (abortSignal) => (await',
        to: `return async (abortSignal) => (undefined as never as () => void)() ?? (await`,
      },
      /^follow-up sent no message by whatsapp: TypeError\.$/,
      'fault',
    ],
    [
      'no answer to an email is understood',
      'follow-up',
      {
        file: 'lib/channels/email/send.ts',
        from: '{ abortSignal })).MessageId;',
        to: '{ abortSignal })).MessageId && undefined;',
      },
      /^follow-up sent no message by email: /,
      'outcome_bad',
    ],
    [
      'nothing is ever due',
      'follow-up',
      { file: 'lib/domain/follow-up/decide.ts', from: 'const EARLY = 60_000;', to: 'const EARLY = -600_000;' },
      /^follow-up sent no message by whatsapp: nothing was due\.$/,
      '',
    ],
    [
      'each run throws',
      'follow-up',
      {
        file: 'functions/scheduled/follow-up.ts',
        from: 'const ref = parseCollectionId(collection);',
        to: `${throwing}const ref = parseCollectionId(collection);`,
      },
      /^follow-up could not handle a run\.$/,
      'fault',
    ],
    [
      'the relay throws at each change',
      'relay',
      RELAYS_NOTHING,
      /^relay could not handle a change of a collection\.$/,
      'fault',
    ],
    [
      'the publisher throws at each change',
      'publish-events',
      {
        file: 'lib/use-cases/publish-events.ts',
        from: 'const done: ToldEvent[] = [];',
        to: `const done: ToldEvent[] = []; ${throwing}`,
      },
      /^publish-events could not handle a change of a collection\.$/,
      'fault',
    ],
    [
      'a function does not even start',
      'relay',
      { file: 'functions/stream/relay.ts', from: 'const AT_ONCE = 20;', to: `${throwing}const AT_ONCE = 20;` },
      /^relay failed at a change of a collection: Error\.$/,
      '',
    ],
  ];

  it.each(FAULTS)('stops a release in which %s', async (_what, name, fault, sentence, counts) => {
    const planted = await bundle(entryOf(name), fault);
    const played = await rehearsed({ ...sound, [name]: planted });
    expect(played.sentence).toMatch(sentence);
    if (counts !== '') expect(countedIn(played.lines, counts)).toContain(name);
  });
});
