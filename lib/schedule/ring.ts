/** Rings for a collection at once, without a schedule: the sweeper's way to the follow-up function. */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';

/** Tests and the simulator replace it. */
export const bell = {
  client: new LambdaClient({ maxAttempts: 3 }),
  functionName: process.env['FOLLOW_UP_FUNCTION_NAME'] ?? '',
};

/** Resolves when the wake is on its way, not when it is over. */
export async function ring(collection: string): Promise<void> {
  const payload = new TextEncoder().encode(JSON.stringify({ collection }));
  const command = new InvokeCommand({ FunctionName: bell.functionName, InvocationType: 'Event', Payload: payload });
  await bell.client.send(command);
}
