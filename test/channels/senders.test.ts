/** A channel can be used only when it has a sender. */
import { expect, it } from 'vitest';
import { channelsFrom } from '#lib/channels/channels.ts';
import { clock } from '#lib/clock.ts';
import { CHANNELS, readSenders } from '#lib/domain/channels/channels.ts';
import { log } from '#lib/log.ts';

const ALL = {
  WHATSAPP_PHONE_NUMBER_ID: 'phone-number-id-1',
  META_API_VERSION: 'v23.0',
  SMS_ORIGINATION_IDENTITY: 'Collect',
  EMAIL_FROM: 'pay@example.com',
};

it('readSenders finds every configured sender', () => {
  expect(readSenders({ ...ALL, SMS_CONFIGURATION_SET: 's', EMAIL_CONFIGURATION_SET: 'e' })).toEqual({
    whatsapp: { phoneNumberId: 'phone-number-id-1', metaApiVersion: 'v23.0' },
    sms: { originationIdentity: 'Collect', configurationSet: 's', oneWay: false, stage: 'local' },
    email: { address: 'pay@example.com', configurationSet: 'e' },
  });
});

it('readSenders needs no configuration set', () => {
  expect(readSenders({ ...ALL, SMS_CONFIGURATION_SET: '' })).toMatchObject({
    sms: { configurationSet: undefined },
    email: { configurationSet: undefined },
  });
});

it.each([
  [{}],
  [{ WHATSAPP_PHONE_NUMBER_ID: 'phone-number-id-1' }],
  [{ WHATSAPP_PHONE_NUMBER_ID: '', META_API_VERSION: 'v23.0', SMS_ORIGINATION_IDENTITY: '', EMAIL_FROM: '' }],
])('readSenders finds no sender in %o', (env) => {
  expect(readSenders(env)).toEqual({});
});

const channelsOf = (env: Record<string, string>) =>
  channelsFrom({ senders: readSenders(env), testAccountsSend: false }, { clock, log });

it('configuredChannels lists the channels that have a sender', () => {
  expect(channelsOf({}).configuredChannels()).toEqual([]);
  const env = { EMAIL_FROM: 'pay@example.com', SMS_ORIGINATION_IDENTITY: 'Collect' };
  expect(channelsOf(env).configuredChannels()).toEqual(['sms', 'email']);
});

it('only a sender that says so cannot be replied to', () => {
  const oneWay = (env: Record<string, string>) => CHANNELS.filter((channel) => channelsOf(env).isOneWay(channel));
  expect(oneWay({ ...ALL, SMS_ONE_WAY: 'true' })).toEqual(['sms']);
  expect(oneWay(ALL)).toEqual([]);
  expect(oneWay({})).toEqual([]);
});

it('readSenders finds what an SMS may cost', () => {
  expect(readSenders({ ...ALL, SMS_MAX_PRICE: '0.50' }).sms?.maxPrice).toBe('0.50');
  expect(readSenders({ ...ALL, SMS_MAX_PRICE: '' }).sms?.maxPrice).toBeUndefined();
});

it('readSenders marks an SMS sender that customers cannot reply to', () => {
  expect(readSenders({ ...ALL, SMS_ONE_WAY: 'true' }).sms?.oneWay).toBe(true);
});
