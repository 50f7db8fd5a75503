/** The adapters of all channels. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { ChannelAdapter } from './adapter.ts';
import { email } from './email/adapter.ts';
import { sms } from './sms/adapter.ts';
import { whatsapp } from './whatsapp/adapter.ts';

export const ADAPTERS: { readonly [Name in Channel]: ChannelAdapter<Name> } = { whatsapp, sms, email };
