/** AWS's own list of phones that have opted out of SMS: a phone on it gets none, whatever our table says. */
import { DeleteOptedOutNumberCommand, PinpointSMSVoiceV2Client } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { log } from '#lib/log.ts';
import { senders } from './senders.ts';
import { LIMITS, sendingClient } from './sending-client.ts';

/** The list that a number has unless its operator gave it another. */
const LIST = 'Default';

/** AWS allows it once in 30 days for each number, so the answer is only logged. Never throws. */
export async function clearAwsOptOut(phone: string): Promise<void> {
  if (senders.sms === undefined) return;
  try {
    const command = new DeleteOptedOutNumberCommand({ OptOutListName: LIST, OptedOutNumber: phone });
    const client = new PinpointSMSVoiceV2Client(sendingClient(LIMITS));
    await client.send(command, { abortSignal: AbortSignal.timeout(LIMITS.totalMs) });
    log('INFO', 'aws_opt_out_cleared');
  } catch (error) {
    // It throws too when the phone is not on the list.
    log('INFO', 'aws_opt_out_kept', { reason: error instanceof Error ? error.name : 'unknown' });
  }
}
