/** The settings of the senders in the stack, by channel. */
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import type { Sender } from '#infra/cdk/channels/sender.ts';
import { sms } from '#infra/cdk/channels/sms.ts';
import { whatsapp } from '#infra/cdk/channels/whatsapp.ts';
import { Alarms } from '#infra/cdk/constructs/alarms.ts';
import { readSettings, type SettingsInput } from '#infra/cdk/settings.ts';
import { StageStack } from '#infra/cdk/stacks/stage-stack.ts';
import { stackOf, WHATSAPP } from './stack-of.ts';
import { type Properties, statementsOf } from './template.ts';

const find = (template: Template, type: string): [string, Properties][] =>
  Object.entries(template.findResources(type)).map(([id, { Properties }]) => [id, Properties]);

const environmentOf = (template: Template, name: RegExp): Properties =>
  find(template, 'AWS::Lambda::Function').find(([id]) => name.test(id))?.[1]['Environment'].Variables;

/** Who may send an email, and who a message of another kind. */
const MAILERS = [
  /^ConsoleMembersRole/,
  /^ConsoleSignInRole/,
  /^ConsoleTrialRole/,
  /^FollowUpsFollowUpRole/,
  /^InsightsMailSummariesRole/,
  /^SendMessageRole/,
  /^WebhooksDeliverRole/,
];
const MESSENGERS = [/^FollowUpsFollowUpRole/, /^RepliesReceiveReplyRole/, /^SendMessageRole/];

/** The resources on which an action is allowed; no other function may have the action. */
const mayOf = (template: Template, action: string): string[] => {
  const holders = find(template, 'AWS::IAM::Role').filter(([, each]) => JSON.stringify(each).includes(action));
  const allowed = action.startsWith('ses:') ? MAILERS : MESSENGERS;
  expect(holders.map(([id]) => id).toSorted()).toEqual(allowed.map((role) => expect.stringMatching(role)));
  const [, follower] = holders.find(([id]) => id.startsWith('FollowUps')) ?? [];
  const statements = follower ? statementsOf([{ Properties: follower }]) : [];
  const [statement] = statements.filter((each) => each['Action'] === action);
  return [statement?.['Resource']].flat().map(resourceName).toSorted();
};

const resourceName = (resource: Properties): string => {
  const [, parts = []] = resource['Fn::Join'] ?? [];
  const text = parts
    .map((part: string | Properties) => (typeof part === 'string' ? part : `<${part['Ref']}>`))
    .join('');
  const own = 'arn:<AWS::Partition>:';
  return text ? text.replace(own, '').replace('<AWS::Region>:<AWS::AccountId>:', '') : resource['Fn::GetAtt'].join('.');
};

const patterns = (template: Template): Properties[] =>
  find(template, 'AWS::Events::Rule').flatMap(([, { EventPattern }]) => EventPattern ?? []);

/** EventBridge's rule for a pattern, for exact values and `exists`. */
const matches = (pattern: Properties, event: Properties | undefined): boolean =>
  Object.entries(pattern).every(([name, wanted]) =>
    Array.isArray(wanted)
      ? wanted.some((each) =>
          each.exists === undefined ? event?.[name] === each : (event?.[name] !== undefined) === each.exists,
        )
      : matches(wanted, event?.[name]),
  );

const PLANNERS = [
  /^CreateCollection/,
  /^GetText/,
  /^SetText/,
  /^DeleteText/,
  /^PreviewText/,
  /^RehearsePolicy/,
  /^RehearsalRehearseRuns/,
  /^GetAgenda/,
  /^ListReminders/,
  // These mail links to sign in.
  /^ConsoleMembers/,
  /^ConsoleSignIn/,
  /^ConsoleTrial/,
  // And this the weekly summaries.
  /^InsightsMailSummaries/,
  /^UpdateCollection(?!Status)/,
  /^PauseFollowUps/,
  /^ResumeFollowUps/,
  /^SendFollowUp/,
  /^PreviewReminder/,
  /^PromisePayment/,
  /^WithdrawPromise/,
  /^ReopenCollection/,
  /^GetFollowUps/,
  /^PreviewFollowUps/,
  /^SendMessage/,
  /^DecideClaim/,
  /^ResolveDispute/,
  /^ListCustomers/,
  /^GetCustomer/,
  /^UpdateCustomer/,
  /^PauseCustomer/,
  /^ResumeCustomer/,
  /^PaymentPage/,
  /^FollowUpsFollowUp/,
  /^RepliesReceiveReply/,
  /^RepliesReceiveEmail/,
  /^WebhooksDeliver/,
];

describe('without senders', () => {
  const template = stackOf('plain');

  it('without senders no function has their variables, may send, or gets receipts', () => {
    const all = JSON.stringify(template.toJSON());
    for (const word of ['EMAIL_FROM', 'SMS_ORIGINATION_IDENTITY', 'WHATSAPP_PHONE_NUMBER_ID', 'ses:', 'sms-voice:Send'])
      expect(all).not.toContain(word);
    expect(patterns(template)).toEqual([]);
  });
});

describe('every sender', () => {
  const template = stackOf('everySender');

  it('SMS may be sent by the one sender id only', () => {
    expect(mayOf(template, 'sms-voice:SendTextMessage')).toEqual([
      expect.stringMatching(/^sms-voice:configuration-set\/<SendersSms/),
      'sms-voice:sender-id/Collect/*',
    ]);
  });

  it.each(PLANNERS)('the variables of every sender are known to %s, so that plans and sending agree', (name) => {
    expect(environmentOf(template, name)).toMatchObject({
      WHATSAPP_PHONE_NUMBER_ID: WHATSAPP.phoneNumberId,
      META_API_VERSION: 'v23.0',
      SMS_ORIGINATION_IDENTITY: 'Collect',
      SMS_ONE_WAY: 'true',
      SMS_MAX_PRICE: '1.00',
      SMS_CONFIGURATION_SET: { Ref: expect.stringMatching(/^SendersSms/) },
      EMAIL_FROM: 'pay@mail.example.com',
      EMAIL_CONFIGURATION_SET: { Ref: expect.stringMatching(/^SendersEmail/) },
    });
  });

  it('no other function has the variables of a sender', () => {
    const told = find(template, 'AWS::Lambda::Function').filter(([, each]) =>
      JSON.stringify(each).includes('EMAIL_FROM'),
    );
    expect(told).toHaveLength(PLANNERS.length);
  });

  it('the function that records receipts knows the number of WhatsApp, and no other sender', () => {
    const environment = environmentOf(template, /^ReceiptsRecordReceipt/);
    expect(environment).toMatchObject({ WHATSAPP_PHONE_NUMBER_ID: WHATSAPP.phoneNumberId });
    expect(Object.keys(environment).filter((name) => /^(SMS|EMAIL)_/.test(name))).toEqual([]);
  });

  it('the receipts of SMS and email are matched by their own events; those of WhatsApp come by the topic of replies', () => {
    const [set] = Object.keys(template.findResources('AWS::SES::ConfigurationSet'));
    expect(patterns(template)).toEqual([
      {
        source: ['aws.sms-voice'],
        'detail-type': ['Text Message Delivery Status Updated'],
        detail: { context: { collectionId: [{ exists: true }], stage: ['mine', { exists: false }] } },
      },
      { source: ['aws.ses'], detail: { mail: { tags: { 'ses:configuration-set': [{ Ref: set }] } } } },
    ]);
  });

  it('of the receipts of SMS of the whole AWS account, those of the stage come, and no others', () => {
    const [pattern = {}] = patterns(template);
    const receipt = (context?: object) => ({
      source: 'aws.sms-voice',
      'detail-type': 'Text Message Delivery Status Updated',
      detail: { eventType: 'TEXT_DELIVERED', messageId: 'm', ...(context && { context }) },
    });
    const ours = { collectionId: 'pay_x', slot: '1', token: 't', tone: 'gentle' };
    const all = [{ ...ours, stage: 'mine' }, { ...ours, stage: 'other' }, { campaign: 'spring' }, undefined];
    expect(all.map((context) => matches(pattern, receipt(context)))).toEqual([true, false, false, false]);
    expect(matches(pattern, receipt(ours))).toBe(true);
  });

  it('an alarm is on when four fifths of the monthly limit for SMS are spent', () => {
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      Namespace: 'AWS/SMSVoice',
      MetricName: 'TextMessageMonthlySpend',
      Statistic: 'Maximum',
      Threshold: 0.8,
      TreatMissingData: 'ignore',
    });
  });

  it('email may be sent by the identity that SES verified: the address, its domain or a parent domain', () => {
    expect(mayOf(template, 'ses:SendEmail')).toEqual([
      expect.stringMatching(/^ses:configuration-set\/<SendersEmail/),
      'ses:identity/example.com',
      'ses:identity/mail.example.com',
      'ses:identity/pay@mail.example.com',
    ]);
  });

  it('alarms watch the reputation of the emails, and stay as they are between its values', () => {
    const watched = Object.values(template.findResources('AWS::CloudWatch::Alarm')).filter(
      ({ Properties }) => Properties.Namespace === 'AWS/SES',
    );
    expect(watched.map(({ Properties }) => Properties)).toMatchObject([
      { MetricName: 'Reputation.BounceRate', Threshold: 0.05, TreatMissingData: 'ignore' },
      { MetricName: 'Reputation.ComplaintRate', Threshold: 0.001, TreatMissingData: 'ignore' },
    ]);
  });

  it('mail to the reply domain is scanned, kept for four days in a bucket of its own, told of on the topic, and read by one function', () => {
    const withReplies = stackOf('renamed');
    const [[rule]] = [find(withReplies, 'AWS::SES::ReceiptRule')];
    expect(rule?.[1]['Rule']).toMatchObject({
      Recipients: ['replies.pay.example'],
      ScanEnabled: true,
      Actions: [{ S3Action: { BucketName: {}, TopicArn: {} } }],
    });
    withReplies.hasResourceProperties('AWS::Route53::RecordSet', { Name: 'replies.pay.example.', Type: 'MX' });
    withReplies.hasResourceProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
      LifecycleConfiguration: { Rules: [{ ExpirationInDays: 4, Status: 'Enabled' }] },
    });
    const readers = find(withReplies, 'AWS::IAM::Role').filter(([, each]) =>
      JSON.stringify(each).includes('s3:GetObject'),
    );
    expect(readers.map(([id]) => id)).toEqual([expect.stringMatching(/^RepliesReceiveEmailRole/)]);
    expect(environmentOf(withReplies, /^RepliesReceiveEmail/)).toMatchObject({
      EMAIL_REPLY_DOMAIN: 'replies.pay.example',
    });
    expect(find(template, 'AWS::SES::ReceiptRule')).toEqual([]);
    // With it the operator makes these rules the active ones.
    expect(withReplies.findOutputs('MailRuleSet')).toMatchObject({ MailRuleSet: { Value: rule?.[1]['RuleSetName'] } });
    expect(template.findOutputs('MailRuleSet')).toEqual({});
  });

  it('email is sent over TLS, with receipts of deliveries, bounces and complaints, and without tracking', () => {
    template.hasResourceProperties('AWS::SES::ConfigurationSet', {
      DeliveryOptions: { TlsPolicy: 'REQUIRE', MaxDeliverySeconds: 14_400 },
      SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    });
    template.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
      EventDestination: { Enabled: true, MatchingEventTypes: ['delivery', 'bounce', 'complaint', 'reject'] },
    });
  });

  it('WhatsApp messages may be sent by the one number only', () => {
    expect(mayOf(template, 'social-messaging:SendWhatsAppMessage')).toEqual([
      'social-messaging:phone-number-id/0123456789abcdef0123456789abcdef',
    ]);
  });
});

describe('the answers to replies', () => {
  it('only the function that takes replies may clear the list of AWS, and only the default one', () => {
    const holders = find(stackOf('everySender'), 'AWS::IAM::Role').filter(([, each]) =>
      JSON.stringify(each).includes('sms-voice:DeleteOptedOutNumber'),
    );
    expect(holders.map(([id]) => id)).toEqual([expect.stringMatching(/^RepliesReceiveReplyRole/)]);
    expect(JSON.stringify(holders)).toContain(':opt-out-list/Default');
  });
});

type SmsInput = NonNullable<NonNullable<SettingsInput['senders']>['sms']>;

/** What a sender adds to the stack. The whole stack, above, has one of a sender id. */
const smsOf = (given: SmsInput): { sender: Sender; stack: Stack } => {
  const settings = readSettings('mine', { senders: { sms: given } }).senders.sms;
  const stack = new StageStack(
    new App(),
    { part: 'background', description: 'A sender.' },
    { stage: 'mine', traces: false },
  );
  if (settings === undefined) throw new Error('no sender');
  return {
    sender: sms.makeSender(stack, settings, { alarms: new Alarms(stack, 'Alarms', {}), makesRecords: true }),
    stack,
  };
};

const environmentFor = (given: SmsInput): Sender['environment'] => smsOf(given).sender.environment;

describe('the sender of SMS', () => {
  const refusal = (given: object) => () => readSettings('mine', { senders: { sms: given as SmsInput } });
  const SHARED_NUMBER = 'arn:aws:sms-voice:eu-west-1:111111111111:phone-number/phone-1';
  const POOL_ARN = 'arn:aws:sms-voice:eu-west-1:111111111111:pool/pool-0123';

  it.each([
    ['a sender id', { originationIdentity: 'Collect' }, ':sender-id/Collect/*', 'true'],
    ['a number', { originationIdentity: '+15550100' }, ':phone-number/*', 'false'],
    ['the id of a number', { originationIdentity: 'phone-0123' }, ':phone-number/phone-0123', 'false'],
    ['a pool', { originationIdentity: 'pool-0123', oneWay: false }, ':pool/pool-0123', 'false'],
    ['the ARN of a number that another account shares', { originationIdentity: SHARED_NUMBER }, SHARED_NUMBER, 'false'],
    ['a number that the operator says is one-way', { originationIdentity: '+15550100', oneWay: true }, '*', 'true'],
  ])('the sender of SMS can be %s', (_, given, resource, oneWay) => {
    const { sender, stack } = smsOf(given);
    const [set] = Object.keys(Template.fromStack(stack).findResources('AWS::SMSVOICE::ConfigurationSet'));
    expect(JSON.stringify(stack.resolve(sender.resources[0]))).toContain(resource);
    expect(JSON.stringify(stack.resolve(sender.resources[1]))).toContain(`:configuration-set/",{"Ref":"${set}"}`);
    expect(sender.environment['SMS_ONE_WAY']).toBe(oneWay);
  });

  it.each(['pool-0123', POOL_ARN])(
    'the pool %s must be said to be one-way or not, because it may hold names and numbers',
    (originationIdentity) => {
      expect(refusal({ originationIdentity })).toThrow('senders.sms.oneWay: must be true or false');
      expect(environmentFor({ originationIdentity, oneWay: true })['SMS_ONE_WAY']).toBe('true');
    },
  );

  it('the most that an SMS may cost is a setting, in US dollars', () => {
    expect(environmentFor({ originationIdentity: 'Collect', maxPrice: '0.25' })['SMS_MAX_PRICE']).toBe('0.25');
    const wrong = { originationIdentity: 'Collect', maxPrice: 'a lot' };
    expect(refusal(wrong)).toThrow('senders.sms.maxPrice: must be US dollars');
  });

  it('no function of a deployment lets test accounts send', () => {
    expect(JSON.stringify(stackOf('everySender').toJSON())).not.toContain('TEST_ACCOUNTS_SEND');
  });

  it('the sender of SMS can have a configuration set of its own', () => {
    const { sender, stack } = smsOf({ originationIdentity: 'Collect', configurationSet: 'careful' });
    Template.fromStack(stack).resourceCountIs('AWS::SMSVOICE::ConfigurationSet', 0);
    expect(sender.environment['SMS_CONFIGURATION_SET']).toBe('careful');
    expect(JSON.stringify(stack.resolve(sender.resources[1]))).toContain(':configuration-set/careful');
  });
});

describe('the version of Meta’s API', () => {
  it('the version of Meta’s API is a setting', () => {
    const { senders } = readSettings('mine', { senders: { whatsapp: { ...WHATSAPP, metaApiVersion: 'v24.0' } } });
    const settings = senders.whatsapp ?? { ...WHATSAPP, metaApiVersion: '' };
    expect(whatsapp.makeSender(new Stack(), settings).environment['META_API_VERSION']).toBe('v24.0');
  });
});
