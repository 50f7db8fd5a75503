/** Invokes the follow-up function for a collection at once, without a schedule; the sweeper and the relay use it. */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';

/** Tests and the simulator replace it. */
export const followUpFunction = {
  client: new LambdaClient({ maxAttempts: 3 }),
  functionName: process.env['FOLLOW_UP_FUNCTION_NAME'] ?? '',
};

/** Resolves when Lambda has queued the run, not when the run is over. */
export async function invokeFollowUp(collection: string, input: { run?: number; asks?: boolean } = {}): Promise<void> {
  const payload = new TextEncoder().encode(JSON.stringify({ collection, ...input }));
  const command = new InvokeCommand({
    FunctionName: followUpFunction.functionName,
    InvocationType: 'Event',
    Payload: payload,
  });
  await followUpFunction.client.send(command);
}
