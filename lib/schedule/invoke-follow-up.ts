/** Runs for a collection at once, without a schedule: the sweeper's way to the follow-up function. */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';

/** Tests and the simulator replace it. */
export const followUpFunction = {
  client: new LambdaClient({ maxAttempts: 3 }),
  functionName: process.env['FOLLOW_UP_FUNCTION_NAME'] ?? '',
};

/** Resolves when the run is on its way, not when it is over. */
export async function invokeFollowUp(collection: string): Promise<void> {
  const payload = new TextEncoder().encode(JSON.stringify({ collection }));
  const command = new InvokeCommand({
    FunctionName: followUpFunction.functionName,
    InvocationType: 'Event',
    Payload: payload,
  });
  await followUpFunction.client.send(command);
}
