/** Sends SMS by AWS End User Messaging, and takes phones off its own list of opt-outs. */
import {
  DeleteOptedOutNumberCommand,
  PinpointSMSVoiceV2Client,
  SendTextMessageCommand,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { LIMITS, type Limits, type MessageSender, sendingClient, type Verdict } from '#lib/channels/adapter.ts';
import type { SmsSender } from '#lib/domain/channels/sms/channel.ts';
import type { SmsMessage } from '#lib/domain/channels/sms/render.ts';
import type { AttemptTags } from '#lib/domain/message/outgoing.ts';
import type { Log } from '#lib/log.ts';

/** The list that a number has unless its operator gave it another. */
const OPT_OUT_LIST = 'Default';

/**
 * A phone on AWS's own list gets no SMS, whatever our table says. AWS allows it once in 30 days for each number, so the
 * answer is only logged. Never throws.
 */
export async function clearAwsOptOut(phone: string, log: Log): Promise<void> {
  try {
    const command = new DeleteOptedOutNumberCommand({ OptOutListName: OPT_OUT_LIST, OptedOutNumber: phone });
    const client = new PinpointSMSVoiceV2Client(sendingClient(LIMITS));
    await client.send(command, { abortSignal: AbortSignal.timeout(LIMITS.totalMs) });
    log.write('INFO', 'aws_opt_out_cleared');
  } catch (error) {
    // It throws too when the phone is not on the list.
    log.write('INFO', 'aws_opt_out_kept', { reason: error instanceof Error ? error.name : 'unknown' });
  }
}

/** https://docs.aws.amazon.com/pinpoint/latest/apireference_smsvoicev2/API_SendTextMessage.html#API_SendTextMessage_Errors. */
const VERDICTS = {
  AccessDeniedException: 'account_fault',
  ConflictException: 'refused',
  ResourceNotFoundException: 'account_fault',
  ServiceQuotaExceededException: 'account_fault',
  ValidationException: 'refused',
  ThrottlingException: 'throttled',
  InternalServerException: 'ambiguous',
} as const satisfies Record<string, Verdict>;

/** The range that AWS accepts for `TimeToLive`. */
const SECONDS = { min: 5, max: 259_200 };

export function openSms(limits: Limits): MessageSender<SmsMessage, SmsSender> {
  const client = new PinpointSMSVoiceV2Client(sendingClient(limits));
  return {
    verdicts: VERDICTS,
    prepare: ({ to, message, attempt, timeToLiveSeconds }, sender) => {
      const command = new SendTextMessageCommand({
        DestinationPhoneNumber: to,
        OriginationIdentity: sender.originationIdentity,
        ConfigurationSetName: sender.configurationSet,
        MessageBody: message.text,
        MessageType: 'TRANSACTIONAL',
        MaxPrice: sender.maxPrice,
        TimeToLive: Math.min(SECONDS.max, Math.max(SECONDS.min, Math.floor(timeToLiveSeconds))),
        Context: attempt ? contextOf(attempt, sender) : ANSWER,
      });
      return async (abortSignal) => (await client.send(command, { abortSignal })).MessageId;
    },
  };
}

/** Without an attempt's tags, receipts of the message are not about a reminder. */
const ANSWER = { answer: 'help' };

const contextOf = (attempt: AttemptTags, { stage }: SmsSender): Record<string, string> => ({
  ...attempt,
  slot: String(attempt.slot),
  ...(stage !== undefined && { stage }),
});
