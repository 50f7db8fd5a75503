/**
 * The loss of a Region, as a drill on an emulator of AWS that checks permissions: a stage in two Regions, with a domain, mail and a replica, loses
 * the first; the second takes its place by the commands of the runbook; then the first is back. Nothing is sent twice, and keys, credentials and
 * signatures hold.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { cash } from '#infra/deployed/caller.ts';
import { type EmulatorRun, onAnEmulator, say } from '#infra/deployed/emulator.ts';
import { type Bystanders, startBystanders } from './bystanders.ts';
import { type LosingRegion, startLosingRegion } from './losing-region.ts';
import { type Call, callsIn, followed, type Keys, mailsTo, openAccounts, waitForMail } from './merchants.ts';
import { anOperator, type Json, type Operator } from './operator.ts';
import { filled, readLossOfRegion } from './runbook.ts';

const FIRST = 'eu-west-1';
const SECOND = 'eu-central-1';
const DOMAIN = 'pay.example.com';
const REPLIES = 'replies.example.com';
const SECRET_KEY = 'sk_sandbox_0123456789abcdefghijklmnop';

/** The first is reminded before the loss, the second during it. */
const [EARLY, LATE] = ['early@example.com', 'late@example.com'] as const;
const [BEFORE_MINUTES, DURING_MINUTES] = [2, 5] as const;

/** In which what a retired Region still tried would have been sent. */
const SETTLES_MS = 15_000;

type Drill = { operator: Operator; bystanders: Bystanders; url: string; zone: string };

/** What differs between the Regions is what step 5 of the runbook names. */
const settingsOf = (region: string, zone: string, { domain, ...more }: Json): Json => ({
  ...more,
  region,
  alarmEmail: 'operator@example.com',
  domain: { ...domain, name: DOMAIN, zone: { id: zone, name: 'example.com' } },
  senders: {
    email: {
      from: 'reminders@example.com',
      zone: { id: zone, name: 'example.com' },
      replies: { domain: REPLIES },
    },
  },
});

async function deploy({ type }: Operator, region: string): Promise<void> {
  await type('npx cdk bootstrap -c stage=prod', { region });
  await type('npm run deploy -- -c stage=prod', { region });
}

/** Of the table and the key: the emulator's CloudFormation makes neither; its DynamoDB and KMS do. */
async function replicate({ ask, outputsOf }: Operator): Promise<{ table: string; replicaKey: string }> {
  const { TableName: table = '', CredentialsKeyArn } = await outputsOf('data', FIRST);
  await ask(`dynamodb update-table --table-name ${table} --replica-updates Create={RegionName=${SECOND}}`, FIRST);
  const { ReplicaKeyMetadata } = await ask(
    `kms replicate-key --key-id ${CredentialsKeyArn} --replica-region ${SECOND}`,
    FIRST,
  );
  return { table, replicaKey: ReplicaKeyMetadata.Arn };
}

/** Nor does it make the rules by which SES receives mail. */
async function receiveMail({ ask }: Operator): Promise<string> {
  const name = 'collections-prod-replies';
  await ask(`ses create-receipt-rule-set --rule-set-name ${name}`, SECOND);
  const rule = JSON.stringify({ Name: 'Replies', Enabled: true, Recipients: [REPLIES] });
  await ask(`ses create-receipt-rule --rule-set-name ${name} --rule '${rule}'`, SECOND);
  return name;
}

type Before = { keys: Keys; collection: string; webhookSecret: string };

/** What merchants have when the Region is lost: a reminder that was sent, and one that is due soon. */
async function liveUntilLoss({ operator, bystanders, url }: Drill): Promise<Before> {
  const { idOfTrial, ...keys } = await openAccounts(operator, FIRST);
  const call = await callsIn(FIRST, operator, url, keys);
  const { secret } = await call('shop', 'POST', 'webhook-endpoints', {
    url: bystanders.receiver,
    events: ['payment.received', 'collection.completed'],
  });
  await call('trial', 'POST', 'providers', { name: 'Sandbox', slug: 'sandbox', enabled: true });
  const ofTrial = `--account=${idOfTrial} --slug sandbox`;
  const input = JSON.stringify({ secretKey: SECRET_KEY });
  await operator.cli(`providers set-credentials ${ofTrial}`, { region: FIRST, input });
  await operator.cli(`providers set-default ${ofTrial}`, { region: FIRST });
  await askProvider(call, bystanders, 'before');
  const { id } = await call('shop', 'POST', 'collections', followed(BEFORE_MINUTES, EARLY));
  await call('shop', 'POST', 'collections', followed(DURING_MINUTES, LATE));
  await waitForMail(EARLY, url);
  say('the first Region has sent the first reminder');
  return { keys, collection: id, webhookSecret: secret };
}

/** The steps of the runbook, one after the other. */
async function takeOver({ operator, zone }: Drill, replicas: { table: string; replicaKey: string }): Promise<void> {
  const lostAt = new Date().toISOString();
  const { steps, changes } = readLossOfRegion();
  const { table, replicaKey } = replicas;
  const known = { '<first>': FIRST, '<second>': SECOND, '<zone>': zone, 'collections-prod-restored': table };
  const follow = async (number: number, more: Record<string, string> = {}): Promise<string> => {
    let printed = '';
    for (const command of steps.get(number) ?? []) {
      const line = filled(command, { ...known, ...more });
      printed += await operator.type(line, { region: SECOND });
      say(`step ${number}: ${line}`);
    }
    return printed;
  };
  await follow(0);
  say('steps 1 and 2: the stage has a replica, with which the runbook goes on at step 3');
  const [, streamArn] = /streamArn: '([^']+)'/.exec(await follow(3)) ?? [];
  const { SecretList } = await operator.ask('secretsmanager list-secrets', SECOND);
  for (const { Name } of SecretList) await follow(4, { '<each of the two>': Name });
  const webhookKey = SecretList.find(({ Name }: Json) => !Name.endsWith('-api-key-checksum'));
  const waiting = await operator.outputsOf('second-region', SECOND);
  const [, certificateArn] = Object.entries(waiting).find(([name]) => name.startsWith('CertificateArn')) ?? [];
  operator.settle(
    settingsOf(SECOND, zone, {
      adoptTable: { name: table, streamArn },
      adoptKeys: { credentialsKeyArn: replicaKey, webhookKeySecretArn: webhookKey.ARN },
      nothingDueBefore: lostAt,
      domain: { certificateArn },
    }),
  );
  await follow(6);
  const { DomainTarget = '', DomainTargetZone = '' } = await operator.outputsOf('gateway', SECOND);
  const target = { '<DomainTarget>': DomainTarget, '<DomainTargetZone>': DomainTargetZone };
  operator.write('moved.json', filled(changes, { ...known, ...target }));
  await follow(7, { '<MailRuleSet>': await receiveMail(operator) });
  // Names of the internet do not lead to an emulator, and so some checks find something to mend.
  const doctor = await follow(8).catch((error: Error) => error.message);
  for (const check of ['Sending', 'Alarms', 'Secrets', 'Senders', 'Accounts and keys'])
    if (!doctor.includes(`well   ${check}\n`)) throw new Error(`the doctor does not find ${check} well:\n${doctor}`);
  say('step 8: the doctor finds well what it can look at');
  await expectMoved({ operator, zone }, DomainTarget);
}

async function expectMoved({ operator, zone }: Pick<Drill, 'operator' | 'zone'>, target: string): Promise<void> {
  const { ResourceRecordSets } = await operator.ask(
    `route53 list-resource-record-sets --hosted-zone-id ${zone}`,
    SECOND,
  );
  const records = JSON.stringify(ResourceRecordSets);
  if (!records.includes(target) || records.includes(`inbound-smtp.${FIRST}`))
    throw new Error(`the domain still leads to ${FIRST}: ${records}`);
}

/** A collection that needs an account at the bank of the provider. @throws Error when the provider is not asked with its credentials */
async function askProvider(call: Call, { authorizations }: Bystanders, reference: string): Promise<void> {
  const asked = authorizations().length;
  const payable = { enabled: true, methods: ['virtual_account'] };
  await call('trial', 'POST', 'collections', { ...followed(60, `${reference}@example.com`), payable });
  const since = authorizations().slice(asked);
  if (!since.includes(`Bearer ${SECRET_KEY}`))
    throw new Error(`${reference}: the provider was asked ${since.length} times, and not with its credentials`);
}

/** All that merchants have holds in the second Region. */
async function goOn({ operator, bystanders, url }: Drill, before: Before): Promise<void> {
  const call = await callsIn(SECOND, operator, url, before.keys);
  const { reference } = await call('shop', 'GET', `collections/${before.collection}`);
  if (reference !== EARLY) throw new Error(`the collection is another: ${reference}`);
  say('the key of the merchant holds, and shows what it had');
  await call('shop', 'POST', `collections/${before.collection}/payments`, cash(45_000, 'after'));
  const { body, headers } = await bystanders.firstWebhook();
  new Webhook(before.webhookSecret).verify(body, headers);
  say('its webhook is signed with the secret from before');
  await askProvider(call, bystanders, 'after');
  say('its provider is asked with the credentials from before');
  await waitForMail(LATE, url);
  say('what became due during the loss is sent');
}

/** It does nothing, and can do nothing. */
async function meetFirstAgain({ operator, bystanders, url }: Drill): Promise<void> {
  const reopen = operator.type(`npm run -s cli -- region reopen --stage prod --region ${FIRST}`, { region: SECOND });
  const answered = await reopen.catch((error: Error) => error.message);
  if (!answered.includes('two would send for one book')) throw new Error(`reopen was not refused: ${answered}`);
  const { Functions } = await operator.ask('lambda list-functions', FIRST);
  const names: string[] = Functions.map(({ FunctionName }: Json) => FunctionName);
  const sweepers = names.filter((name) => /-(FollowUpsSweep|WebhooksSweep)/.test(name));
  if (sweepers.length !== 2) throw new Error(`these are not the two sweepers: ${sweepers}`);
  for (const name of sweepers) {
    const { FunctionError } = await operator.ask(`lambda invoke --function-name ${name} answer.json`, FIRST);
    if (FunctionError === undefined) throw new Error(`${name} works in the Region that is retired`);
  }
  await sleep(SETTLES_MS);
  const counts = await Promise.all([EARLY, LATE].map((address) => mailsTo(address, url)));
  const webhooks = bystanders.webhooks().length;
  if (counts.join() !== '1,1' || webhooks !== 2)
    throw new Error(`for two reminders and two events there came ${counts} mails and ${webhooks} webhooks`);
  say('the first Region is back, and may do nothing; each reminder and each webhook came once');
}

async function drill(emulator: EmulatorRun, network: LosingRegion, bystanders: Bystanders): Promise<void> {
  const variables = { WEBHOOKS_TO_LOOPBACK: 'true', SANDBOX_URL: bystanders.provider };
  const operator = await anOperator({ ...emulator, aws: network.url, variables });
  const { HostedZone } = await operator.ask(
    'route53 create-hosted-zone --name example.com --caller-reference drill',
    FIRST,
  );
  const zone = HostedZone.Id.split('/').at(-1);
  operator.settle(settingsOf(FIRST, zone, { secondRegion: SECOND, replica: true }));
  await deploy(operator, FIRST);
  const replicas = await replicate(operator);
  say(`deployed in ${FIRST}, with what waits in ${SECOND}`);
  const world = { operator, bystanders, url: emulator.url, zone };
  const before = await liveUntilLoss(world);
  network.lose();
  await takeOver(world, replicas);
  await goOn(world, before);
  network.bringBack();
  await meetFirstAgain(world);
}

const bystanders = await startBystanders();
await onAnEmulator(
  async (emulator) => {
    const network = await startLosingRegion(emulator.url, FIRST);
    await drill(emulator, network, bystanders).finally(network.stop);
  },
  { AUTH: 'true' },
).finally(bystanders.stop);
