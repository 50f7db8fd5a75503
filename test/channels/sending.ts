/** Sends by the real adapters, with the senders that a test names. */
import { openChannels, type Send } from '#lib/channels/send.ts';
import { LIMITS, type Limits } from '#lib/channels/sending-client.ts';
import { clock } from '#lib/clock.ts';
import type { Senders } from '#lib/domain/channels/channels.ts';
import { logCounted } from '#lib/log.ts';

export const sendBy = (senders: Senders, limits: Limits = LIMITS): Send =>
  openChannels({ settings: { senders }, clock, log: { count: logCounted }, limits }).send;
