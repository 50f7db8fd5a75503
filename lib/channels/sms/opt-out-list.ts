/** AWS's own list of phones that have opted out of SMS: a phone on it gets none, whatever our table says. */
import { DeleteOptedOutNumberCommand, PinpointSMSVoiceV2Client } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { LIMITS, sendingClient } from '#lib/channels/sending-client.ts';
import type { Log } from '#lib/log.ts';

/** The list that a number has unless its operator gave it another. */
const LIST = 'Default';

/** AWS allows it once in 30 days for each number, so the answer is only logged. Never throws. */
export async function clearAwsOptOut(phone: string, log: Log): Promise<void> {
  try {
    const command = new DeleteOptedOutNumberCommand({ OptOutListName: LIST, OptedOutNumber: phone });
    const client = new PinpointSMSVoiceV2Client(sendingClient(LIMITS));
    await client.send(command, { abortSignal: AbortSignal.timeout(LIMITS.totalMs) });
    log.write('INFO', 'aws_opt_out_cleared');
  } catch (error) {
    // It throws too when the phone is not on the list.
    log.write('INFO', 'aws_opt_out_kept', { reason: error instanceof Error ? error.name : 'unknown' });
  }
}
