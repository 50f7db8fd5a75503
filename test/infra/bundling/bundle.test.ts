/** What bundles load only when they first need it: it is whole, it works, and no module exists twice. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { BUNDLE_OPTIONS, bundle } from '#infra/bundling/bundle.ts';
import { filesAtStart } from '#infra/bundling/sizes.ts';
import { createCollectionTexts } from '#lib/contract/create-collection.ts';
import { CHANNELS, readSenders } from '#lib/domain/channels/channels.ts';
import { PROVIDER_KINDS } from '#lib/domain/providers/provider.ts';
import { service } from '#lib/service.ts';
import { anOutgoing } from '#test/channels/a-message.ts';
import { pointAwsAt, startStubAws } from '#test/channels/stub-aws.ts';

const require = createRequire(import.meta.url);
const root = mkdtempSync(join(tmpdir(), 'collections-bundles-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const folders = new Map<string, string>();
const folderOf = (entry: string): string => {
  const folder = folders.get(entry) ?? join(root, basename(entry, '.ts'));
  if (!folders.has(entry)) bundle(entry, folder);
  folders.set(entry, folder);
  return folder;
};

/** What only a session of the console needs. */
const OF_A_SESSION = ['audit', 'identify-member', 'members', 'routes'];

/** One for each payment provider. */
const ADAPTERS = PROVIDER_KINDS.map(() => 'adapter');

/** What all channels share when they send, and what each sends by. */
const SENDING = ['send', ...CHANNELS.map(() => 'send')];

/** What is loaded late, by the beginning of its file's name. */
const LATE = {
  'functions/api/create-collection.ts': [
    ...['create-collection', 'gateway', 'keep-failed-call', 'metadata.min', 'phone-library.js', ...ADAPTERS],
    ...OF_A_SESSION,
  ].toSorted(),
  'functions/scheduled/follow-up.ts': [
    'erase',
    'erase-ended',
    ...['adapters', 'gateway', 'metadata.min', 'phone-library.js', 'texts', ...ADAPTERS],
    ...['forecasts', 'list', 'make-forecast'],
    ...SENDING,
  ].toSorted(),
};

/** The SDK tries to load it when a request is for several regions at once, and no request of ours is. */
const NEVER_LOADED = '@aws-sdk/signature-v4-crt';

const scriptsOf = (entry: string): string[] => readdirSync(folderOf(entry)).filter((name) => name.endsWith('.js'));

it.each(Object.entries(LATE))('the start of %s loads none of what few calls need', (entry, late) => {
  const atStart = filesAtStart([folderOf(entry)]).flatMap((files) => files.map((file) => basename(file)));
  const later = readdirSync(folderOf(entry)).filter((file) => !atStart.includes(file));
  const ours = later.filter((file) => !/^(chunk-|event-streams-|package\.json)/.test(file));
  expect(ours.map((file) => file.replace(/-\w{8}\.\w+$/, '')).toSorted()).toEqual(late);
});

it('the bundle of a create has what it accepts, without what the API’s description says of it', () => {
  const entry = 'functions/api/create-collection.ts';
  const text = scriptsOf(entry).map((script) => readFileSync(join(folderOf(entry), script), 'utf8'));
  expect(text.join('')).toContain('payable');
  for (const { description } of createCollectionTexts()) expect(text.join('')).not.toContain(description);
});

it.each(Object.keys(LATE))('the bundle of %s holds every file that its code can load', (entry) => {
  for (const script of scriptsOf(entry)) {
    const text = readFileSync(join(folderOf(entry), script), 'utf8');
    for (const [, asked = ''] of text.matchAll(/\brequire\("([^"]+)"\)/g)) {
      const known = asked.startsWith('./') ? scriptsOf(entry) : [...builtinModules, NEVER_LOADED];
      expect(known, `${script} loads ${asked}`).toContain(asked.replace(/^(\.\/|node:)/, ''));
    }
  }
});

/** One process for all, because to start one takes longer than to load a script. */
const LOAD_EACH = `
  for (const script of process.argv.slice(1)) {
    for (const loaded of Object.keys(require.cache)) delete require.cache[loaded];
    require(script);
  }
`;

it.each(Object.keys(LATE))('each script in the bundle of %s loads without what others have loaded', (entry) => {
  const scripts = scriptsOf(entry).map((script) => join(folderOf(entry), script));
  execFileSync(process.execPath, ['--eval', LOAD_EACH, ...scripts], { env: { AWS_REGION: 'eu-west-1' } });
});

it.each(Object.keys(LATE))('no module is in two files of the bundle of %s, where it would have two states', (entry) => {
  const output = { outdir: 'bundle', write: false, metafile: true } as const;
  const { metafile } = buildSync({ ...BUNDLE_OPTIONS, ...output, entryPoints: { index: entry } });
  const scripts = Object.entries(metafile.outputs).filter(([file]) => file.endsWith('.js'));
  const held = scripts.flatMap(([, { inputs }]) =>
    Object.entries(inputs).flatMap(([module, { bytesInOutput }]) => (bytesInOutput > 0 ? [module] : [])),
  );
  expect(held.filter((module, index) => held.indexOf(module) !== index)).toEqual([]);
  expect(held).toContain('lib/clock.ts');
});

it.each(CHANNELS)('in a bundle the first message by %s loads its channel and goes out', async (channel) => {
  const stub = await startStubAws();
  pointAwsAt(stub.url);
  stub.reply = { status: 200, body: { MessageId: 'message-1', messageId: 'message-1' } };
  const senders = readSenders({
    WHATSAPP_PHONE_NUMBER_ID: 'phone-number-id-1',
    META_API_VERSION: 'v23.0',
    SMS_ORIGINATION_IDENTITY: 'Collect',
    EMAIL_FROM: 'pay@collections.example',
  });
  const { channelsFrom } = require(join(folderOf('lib/channels/channels.ts'), 'index.js'));
  const channels = channelsFrom(
    { senders, testAccountsSend: true },
    { clock: { now: () => new Date() }, log: service.log },
  );
  expect(await channels.send(anOutgoing(channel))).toEqual({ kind: 'accepted', messageId: 'message-1' });
  expect(stub.received).toHaveLength(1);
});

it('in a bundle the first question to a payment provider loads the providers', async () => {
  const { payments } = require(join(folderOf('lib/live-payments.ts'), 'index.js'));
  for (const kind of PROVIDER_KINDS) expect(await payments.modeOf(kind, {})).toBeUndefined();
  expect(await payments.modeOf('paystack', { secretKey: 'sk_test_1' })).toBe('test');
});
