/**
 * The settings that tests synthesise, and their stacks, synthesised in one process for all test files.
 * The settings whose stacks the tests read. A synthesis takes a second, so settings that do not influence each other share one.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import type { SettingsInput } from '#infra/cdk/settings.ts';
import { madeOnce } from './made-once.ts';
import { joinTemplates } from './template.ts';

export const WHATSAPP = { phoneNumberId: 'phone-number-id-0123456789abcdef0123456789abcdef' };
export const WEB_ACL = 'arn:aws:wafv2:eu-west-1:111111111111:regional/webacl/one/1';
export const CERTIFICATE = 'arn:aws:acm:eu-west-1:111111111111:certificate/one';
const RESTORED_TABLE = {
  name: 'collections-restored',
  streamArn: 'arn:aws:dynamodb:eu-west-1:111111111111:table/collections-restored/stream/2026-03-02T10:10:00.000',
};

const EVERY_SENDER = {
  whatsapp: WHATSAPP,
  sms: { originationIdentity: 'Collect' },
  email: { from: 'pay@mail.example.com' },
};

export const SETTINGS = {
  plain: {},
  /** The same in a stage of another name. */
  otherStage: {},
  everySender: { senders: EVERY_SENDER, canary: true },
  everySenderErasing: { senders: EVERY_SENDER, retentionDays: 90, canary: true },
  many: {
    baseUrl: 'https://collect.example/',
    alarmEmail: 'ops@collect.example',
    webAclArn: WEB_ACL,
    keepData: false,
    accountRequests: { perSecond: 5, burst: 20 },
    throttle: { ratePerSecond: 40, burst: 60 },
    maxConcurrentRuns: 250,
    maxConcurrentWebhooks: 400,
    parallelStreamBatches: 4,
    gatherSeconds: 2,
    retentionDays: 90,
    canary: true,
    tracing: true,
  },
  domain: { domain: { name: 'collect.example', certificateArn: CERTIFICATE, closesGateway: true } },
  /** What `domain` is after a change of its name, and all that a second Region and a zone of Route 53 add. */
  renamed: {
    region: 'eu-west-1',
    secondRegion: 'eu-central-1',
    replica: true,
    domain: {
      name: 'pay.example',
      zone: { id: 'Z1', name: 'pay.example' },
      also: [{ name: 'collect.example', certificateArn: CERTIFICATE }],
    },
    senders: {
      email: {
        from: 'bills@pay.example',
        zone: { id: 'Z1', name: 'pay.example' },
        replies: { domain: 'replies.pay.example' },
      },
    },
    reserved: { requests: 20, runs: 30 },
  },
  /** What takes the place of `renamed` when its Region is lost, with a second Region of its own. */
  failedOver: {
    region: 'eu-central-1',
    secondRegion: 'eu-north-1',
    domain: { name: 'pay.example', zone: { id: 'Z1', name: 'pay.example' } },
    senders: {
      email: {
        from: 'bills@pay.example',
        zone: { id: 'Z1', name: 'pay.example' },
        replies: { domain: 'replies.pay.example' },
      },
    },
    adoptTable: RESTORED_TABLE,
    adoptKeys: {
      credentialsKeyArn: 'arn:aws:kms:eu-central-1:111111111111:key/mrk-1',
      webhookKeySecretArn: 'arn:aws:secretsmanager:eu-central-1:111111111111:secret:webhooks-1',
    },
    nothingDueBefore: '2026-03-02T12:00:00.000Z',
  },
  ownFirewall: { firewall: true, throttle: { ratePerSecond: 100 } },
  twoFirewalls: { firewall: true, webAclArn: WEB_ACL },
  restored: { adoptTable: RESTORED_TABLE, nothingDueBefore: '2026-03-02T12:00:00.000Z' },
} satisfies Record<string, SettingsInput>;

export type SettingsName = keyof typeof SETTINGS;

// The first synthesis of a process takes as long as ten later ones, because it loads the rules that check the templates.
const folder = await madeOnce(SETTINGS, async (to) => {
  const { templatesWith } = await import('./stack-with.ts');
  mkdirSync(to);
  for (const [name, settings] of Object.entries(SETTINGS)) {
    const templates = templatesWith(settings, name === 'otherStage' ? 'other' : 'mine');
    writeFileSync(join(to, `${name}.json`), JSON.stringify(templates));
  }
});

/** The templates of the stacks, by their names. */
export const templatesOf = (name: SettingsName): Record<string, Record<string, object>> =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));

/** All stacks of the stage in one template. */
export const stackOf = (name: SettingsName): Template =>
  Template.fromJSON(joinTemplates(templatesOf(name)), { skipCyclicalDependenciesCheck: true });
