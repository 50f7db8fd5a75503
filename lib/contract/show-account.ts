/** Builds the responses of an account's settings and rules. Apart from their schemas, which most functions do not need. */
import type { Account } from '#lib/domain/account.ts';
import { PROMISE_DAYS } from '#lib/domain/answers.ts';
import type { FollowUpPolicy, FollowUpRule } from '#lib/domain/follow-up/follow-up-policy.ts';
import type { MessagePrices } from '#lib/domain/forecast/message-prices.ts';
import { type Logo, logoUrl } from '#lib/domain/logo/logo.ts';
import { toMajor } from '#lib/domain/money.ts';
import type { AccountResponse } from './account.ts';
import type { FollowUpPolicyResponse } from './follow-up-policy.ts';

/** Names each field, so that no other stored field is ever shown. */
export const toAccountResponse = (account: Account, { baseUrl }: { baseUrl: string }): AccountResponse => ({
  id: account.id,
  name: account.name,
  mode: account.mode,
  country: account.country ?? null,
  legalName: account.legalName ?? null,
  address: account.address ?? null,
  website: account.website ?? null,
  color: account.color ?? null,
  logo: account.logo === undefined ? null : showLogo(account.logo, baseUrl),
  supportPhone: account.supportPhone ?? null,
  supportEmail: account.supportEmail ?? null,
  defaultProvider: account.defaultProvider ?? null,
  language: account.language ?? null,
  promiseDays: account.promiseDays ?? PROMISE_DAYS,
  digest: account.digest ?? 'on',
  partPayments: account.partPayments ?? 'off',
  messageHours: account.messageHours ?? null,
  messagePrices: showPrices(account.messagePrices),
  messagesPerWeek: account.messagesPerWeek ?? null,
  createdAt: account.createdAt,
});

const showLogo = (logo: Logo, baseUrl: string): AccountResponse['logo'] => ({
  url: logoUrl(baseUrl, logo),
  width: logo.width,
  height: logo.height,
});

const showPrices = (prices: MessagePrices | undefined): AccountResponse['messagePrices'] =>
  prices === undefined
    ? null
    : {
        currency: prices.currency,
        prices: prices.prices.map(({ channel, country, price }) => ({ channel, country: country ?? null, price })),
      };

export const toPolicyResponse = (policy: FollowUpPolicy | undefined): FollowUpPolicyResponse => ({
  rules: (policy?.rules ?? []).map(showRule),
  version: policy?.version ?? 0,
  changedAt: policy?.changedAt ?? null,
  changedBy: policy?.by ?? null,
});

export const showRule = ({ name, when, followUp, digest }: FollowUpRule): FollowUpPolicyResponse['rules'][number] => {
  const { amount, countries, segments, tags, ...plain } = when;
  const { channels, schedule, ...parts } = followUp;
  return {
    name,
    when: {
      ...(amount && { amount: showRange(amount) }),
      ...(countries && { countries: [...countries] }),
      ...(segments && { segments: [...segments] }),
      ...(tags && { tags: [...tags] }),
      ...plain,
    },
    followUp: { ...parts, ...(channels && { channels: [...channels] }), ...(schedule && { schedule: [...schedule] }) },
    ...(digest && { digest }),
  };
};

const showRange = ({ currency, from, below }: NonNullable<FollowUpRule['when']['amount']>) => ({
  currency,
  ...(from !== undefined && { from: toMajor({ minor: from, currency }) }),
  ...(below !== undefined && { below: toMajor({ minor: below, currency }) }),
});
