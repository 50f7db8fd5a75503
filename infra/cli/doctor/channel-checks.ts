/** The checks of what AWS must have allowed before a message reaches a customer, and an answer the stage. */
import { promises as dns } from 'node:dns';
import {
  DescribeAccountAttributesCommand,
  DescribePhoneNumbersCommand,
  DescribePoolsCommand,
  DescribeSenderIdsCommand,
  DescribeSpendLimitsCommand,
  PinpointSMSVoiceV2Client,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { identitiesOf } from '#infra/cdk/channels/email.ts';
import { type Check, callAws, elements, when } from './aws-call.ts';
import { WHATSAPP_CHECKS } from './whatsapp-checks.ts';

const SENDERS: Check = {
  name: 'Senders',
  look: async ({ settings: { senders } }) =>
    when(
      Object.values(senders).every((sender) => sender === undefined),
      'The stage has no sender, so no reminder leaves. Name one in `senders` and deploy.',
    ),
};

const EMAIL_ACCOUNT: Check = {
  name: 'Email: SES account',
  look: async ({ settings: { senders } }) => {
    if (senders.email === undefined) return [];
    const { ProductionAccessEnabled, SendingEnabled, EnforcementStatus } = await new SESv2Client({}).send(
      new GetAccountCommand({}),
    );
    return [
      ...when(
        !ProductionAccessEnabled,
        'SES is in its sandbox: only verified addresses get email. Ask for production access in the console of SES.',
      ),
      ...when(
        !SendingEnabled || EnforcementStatus === 'SHUTDOWN',
        'SES sends nothing for this AWS account. Look at its reputation in the console of SES.',
      ),
    ];
  },
};

const EMAIL_IDENTITY: Check = {
  name: 'Email: identity',
  look: async ({ settings: { senders } }) => {
    if (senders.email === undefined) return [];
    const { from } = senders.email;
    const client = new SESv2Client({});
    for (const EmailIdentity of identitiesOf(from)) {
      const found = await client.send(new GetEmailIdentityCommand({ EmailIdentity })).catch(unlessMissing);
      if (!found?.VerifiedForSendingStatus) continue;
      const signs = found.DkimAttributes?.Status === 'SUCCESS';
      return when(
        !signs,
        `Emails of ${EmailIdentity} are not signed (DKIM), so many end as spam. Add the three CNAME records that SES shows.`,
      );
    }
    return [
      `SES has verified neither ${from} nor its domain. Verify the domain in SES, or give \`zone\` to the sender.`,
    ];
  },
};

function unlessMissing(error: Error): undefined {
  if (error.name !== 'NotFoundException') throw error;
}

/** https://docs.aws.amazon.com/ses/latest/dg/receiving-email-mx-record.html */
const EMAIL_REPLIES: Check = {
  name: 'Email: replies',
  look: async ({ settings: { senders, region } }) => {
    const { domain } = senders.email?.replies ?? {};
    if (domain === undefined) return [];
    const wanted = `inbound-smtp.${region ?? process.env['AWS_REGION']}.amazonaws.com`;
    const query = { Action: 'DescribeActiveReceiptRuleSet', Version: '2010-12-01' };
    const [receivers, rules] = await Promise.all([
      dns.resolveMx(domain).catch(() => []),
      callAws({ service: 'ses', query }),
    ]);
    const isReceived = elements(rules, 'Recipients').some((each) => each.includes(`<member>${domain}</member>`));
    return [
      ...when(
        !receivers.some(({ exchange }) => exchange.toLowerCase() === wanted),
        `Mail to ${domain} does not reach SES. Point its MX record to 10 ${wanted}.`,
      ),
      ...when(
        !isReceived,
        `No active rule of SES receives mail to ${domain}. Activate the stage's rule set (aws ses set-active-receipt-rule-set, with the output MailRuleSet), or name the active one in replies.ruleSet and deploy.`,
      ),
    ];
  },
};

const SMS_ACCOUNT: Check = {
  name: 'SMS: account',
  look: async ({ settings: { senders } }) => {
    if (senders.sms === undefined) return [];
    const client = new PinpointSMSVoiceV2Client({});
    const { AccountAttributes = [] } = await client.send(new DescribeAccountAttributesCommand({}));
    const tier = AccountAttributes.find(({ Name }) => Name === 'ACCOUNT_TIER')?.Value;
    return when(
      tier !== 'PRODUCTION',
      'SMS are in their sandbox: only ten verified numbers get any. Ask AWS to move the account out of it.',
    );
  },
};

const SMS_LIMIT: Check = {
  name: 'SMS: spend limit',
  look: async ({ settings: { senders } }) => {
    if (senders.sms === undefined) return [];
    const { SpendLimits = [] } = await new PinpointSMSVoiceV2Client({}).send(new DescribeSpendLimitsCommand({}));
    const has = SpendLimits.find(({ Name }) => Name === 'TEXT_MESSAGE_MONTHLY_SPEND_LIMIT')?.EnforcedLimit ?? 0;
    const wanted = senders.sms.monthlySpendLimit;
    return [
      ...when(
        has < wanted,
        `AWS lets SMS cost ${has} US dollars a month, not ${wanted}. Ask for more in Service Quotas (End User Messaging).`,
      ),
      ...when(
        has > wanted,
        `AWS lets SMS cost ${has} US dollars a month, and the alarm is made for ${wanted}. Set monthlySpendLimit to it.`,
      ),
    ];
  },
};

type Origin = { isThere: boolean; twoWay?: string | undefined };

const SMS_ORIGIN: Check = {
  name: 'SMS: sender',
  look: async ({ settings: { senders }, outputs }) => {
    if (senders.sms === undefined) return [];
    const { originationIdentity: identity, oneWay } = senders.sms;
    const origin = await findOrigin(identity);
    if (!origin.isThere)
      return [
        `This AWS account has no active sender ${identity} for SMS in this Region. Request it, and register it where its country asks for it.`,
      ];
    const topic = outputs['RepliesTopicArn'];
    return when(
      !oneWay && origin.twoWay !== topic,
      `Replies to ${identity}, STOP among them, do not come. Set its two-way channel to ${topic}.`,
    );
  },
};

async function findOrigin(identity: string): Promise<Origin> {
  const client = new PinpointSMSVoiceV2Client({});
  const isOf = (...names: (string | undefined)[]) => names.includes(identity);
  if (/^pool-|:pool\//.test(identity)) {
    const { Pools = [] } = await client.send(new DescribePoolsCommand({}));
    const pool = Pools.find(({ PoolId, PoolArn }) => isOf(PoolId, PoolArn));
    return { isThere: pool?.Status === 'ACTIVE', twoWay: pool?.TwoWayChannelArn };
  }
  if (/^(\+|phone-)|:phone-number\//.test(identity)) {
    const { PhoneNumbers = [] } = await client.send(new DescribePhoneNumbersCommand({}));
    const number = PhoneNumbers.find((each) => isOf(each.PhoneNumber, each.PhoneNumberId, each.PhoneNumberArn));
    return { isThere: number?.Status === 'ACTIVE', twoWay: number?.TwoWayChannelArn };
  }
  const { SenderIds = [] } = await client.send(new DescribeSenderIdsCommand({}));
  return { isThere: SenderIds.some(({ SenderId, SenderIdArn }) => isOf(SenderId, SenderIdArn)) };
}

export const CHANNEL_CHECKS: readonly Check[] = [
  SENDERS,
  EMAIL_ACCOUNT,
  EMAIL_IDENTITY,
  EMAIL_REPLIES,
  SMS_ACCOUNT,
  SMS_LIMIT,
  SMS_ORIGIN,
  ...WHATSAPP_CHECKS,
];
