/**
 * The rehearsal of a release, with the bundles that Lambda would get, on a real table: a sound release passes, and each planted fault
 * stops it with a sentence that names its function. What the faulty versions log is counted by what watches them after that, too.
 */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Fault, REFUSES_EVERY_CREATE } from '#infra/deployed/plant.ts';
import { awsEnvironment } from '#infra/local/aws-environment.ts';
import { clock } from '#lib/clock.ts';
import { OFFLINE_URL } from '#lib/domain/payment/rehearsed-payment.ts';
import { REHEARSAL_ACCOUNT } from '#lib/domain/rehearsal.ts';
import { random } from '#lib/random.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { listApiKeys, saveApiKey } from '#lib/store/account/api-keys.ts';
import { getSealedCredentials, saveSealedCredentials } from '#lib/store/account/providers.ts';
import { closeRehearsal, openRehearsals } from '#lib/store/account/rehearsal.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { REHEARSED, type Rehearsed, rehearse } from '#lib/use-cases/rehearse.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { startStubServer } from '#test/support/stub-server.ts';
import { countedIn, rehearsedWith } from './a-version.ts';
import { plantedBundles } from './planted-bundle.ts';

const { tableName } = useTable();
const CHECKSUM_KEY = 'a-key';
const bundle = plantedBundles();
const entryOf = (name: Rehearsed) => `functions/${name === 'create-collection' ? 'api' : 'payment'}/${name}.ts`;

let kms = '';
const sound = {} as Record<Rehearsed, string>;
beforeAll(async () => {
  // KMS over its wire: what it encrypts is the text itself.
  const stub = await startStubServer((request, body) => {
    const { Plaintext, CiphertextBlob } = JSON.parse(body);
    const isEncrypt = String(request.headers['x-amz-target']).endsWith('Encrypt');
    return { status: 200, body: isEncrypt ? { CiphertextBlob: Plaintext } : { Plaintext: CiphertextBlob } };
  });
  kms = stub.url;
  for (const name of REHEARSED) sound[name] = await bundle(entryOf(name));
});

const environment = () => ({
  ...awsEnvironment(inject('database')),
  ...{ TABLE_NAME: tableName, API_KEY_CHECKSUM_KEYS: CHECKSUM_KEY, STAGE: 'prod', BASE_URL: 'https://pay.example' },
  ...{ CREDENTIALS_KEY: 'arn:aws:kms:eu-west-1:111111111111:key/one', AWS_ENDPOINT_URL_KMS: kms },
  SANDBOX_URL: OFFLINE_URL,
});

const stored = storeOf(table, {
  ...{ getAccount, saveApiKey, saveSealedCredentials, openRehearsals, closeRehearsal, getCollection },
});

const rehearsed = (bundles: Record<Rehearsed, string>) =>
  rehearsedWith({ bundles, environment: environment() }, (invoke) =>
    rehearse({
      ...{ clock, random, checksumKey: CHECKSUM_KEY, invoke },
      ...stored,
      // As the stub of KMS does it.
      seal: async (_provider, text) => Buffer.from(text),
    }),
  );

describe('a rehearsal', () => {
  it('of a sound release passes, again and again, and leaves neither a key nor credentials', async () => {
    for (let times = 0; times < 2; times += 1) {
      const { sentence, lines } = await rehearsed(sound);
      expect(sentence).toBeUndefined();
      expect(lines.filter(({ level }) => level === 'ERROR')).toEqual([]);
      expect(countedIn(lines, 'outcome_good')).toEqual([
        'create-collection',
        'payment-page',
        'payment-page',
        'receive-payment',
      ]);
    }
    expect(await listApiKeys(table, REHEARSAL_ACCOUNT)).toEqual([]);
    const account = await getAccount(table, REHEARSAL_ACCOUNT);
    expect(await getSealedCredentials(table, account?.providers['sandbox']?.id ?? '')).toBeUndefined();
  });

  const throwing = "throw new TypeError('planted'); ";
  const ADAPTER = 'lib/payment/sandbox/adapter.ts';

  /** `counts`: what the faulty version logs of it for the alarms of the release, beside the rehearsal. */
  const FAULTS: [string, Rehearsed, Fault, RegExp, counts: string][] = [
    [
      'the code for a provider fails at opening a payment',
      'payment-page',
      {
        file: ADAPTER,
        from: 'const { reference, amount, customer,',
        to: `${throwing}const { reference, amount, customer,`,
      },
      /^payment-page did not lead to the provider: it answered 200\.$/,
      'fault',
    ],
    [
      'the same, at a create',
      'create-collection',
      {
        file: ADAPTER,
        from: 'const { reference, amount, customer,',
        to: `${throwing}const { reference, amount, customer,`,
      },
      /^create-collection answered 201 without the account/,
      'fault',
    ],
    [
      'the code for a provider fails at finding a payment',
      'receive-payment',
      {
        file: ADAPTER,
        from: '  const query = reference === undefined',
        to: `  ${throwing}\n  const query = reference === undefined`,
      },
      /^receive-payment answered 503 \(service_unavailable\) in place of 200\.$/,
      'fault',
    ],
    [
      'no signature is taken for ours',
      'receive-payment',
      {
        file: ADAPTER,
        from: 'return isSignedBy(signature, signed) && ',
        to: 'return isSignedBy(signature, signed) && !1 && ',
      },
      /^receive-payment answered 401 \(invalid_signature\) in place of 200\.$/,
      'outcome_bad',
    ],
    [
      'every signature is taken for ours',
      'receive-payment',
      { file: ADAPTER, from: 'return isSignedBy(signature, signed) && ', to: 'return !!signed || ' },
      /^receive-payment answered 200 in place of 401\.$/,
      '',
    ],
    [
      'every payment is said to be somebody else’s',
      'receive-payment',
      {
        file: 'lib/use-cases/find-collection.ts',
        from: '  for (const reference of references) {',
        to: '  for (const reference of [] as string[]) {',
      },
      /ignored the signed webhook/,
      'outcome_bad',
    ],
    [
      'the page shows no way to pay',
      'payment-page',
      {
        file: 'lib/pages/payment/payment-view.ts',
        from: 'ways: isOpen ? waysToPay(collection, { provider, outstanding, first }, now) : [],',
        to: 'ways: [],',
      },
      /^payment-page answered 200, and no way to pay\.$/,
      'outcome_bad',
    ],
    [
      'a create refuses every body',
      'create-collection',
      REFUSES_EVERY_CREATE,
      /^create-collection answered 400 \(validation_failed\) in place of 201\.$/,
      'outcome_bad',
    ],
    [
      'a create accepts what is wrong',
      'create-collection',
      { file: 'lib/http/responses.ts', from: '  validation_failed: 400,', to: '  validation_failed: 201 as 400,' },
      /^create-collection answered 201 \(validation_failed\) in place of 400\.$/,
      '',
    ],
    [
      'the page throws',
      'payment-page',
      {
        file: 'lib/pages/payment/payment-view.ts',
        from: '  const provider = checkoutProvider',
        to: `  ${throwing}\n  const provider = checkoutProvider`,
      },
      /^payment-page answered 503 in place of 200\.$/,
      'fault',
    ],
    [
      'a function does not even start',
      'receive-payment',
      { file: 'functions/payment/receive-payment.ts', from: 'const IGNORED = ', to: `${throwing}const IGNORED = ` },
      /^receive-payment failed: Error\.$/,
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
