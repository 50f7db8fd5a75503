/** Keeps what was refused to an API key, for the developers' screen of the console. It is loaded with the first refusal. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import { roleFor } from '#lib/contract/routes.ts';
import { newFailedCall } from '#lib/domain/failed-call.ts';
import type { Log } from '#lib/log.ts';
import type { Callers } from './callers.ts';
import type { FromCaller } from './identify-caller.ts';
import { header, methodOf, requestIdOf } from './request.ts';

type Refused = { event: FromCaller; error: unknown; response: APIGatewayProxyResult };

/** Of routes that change something: the functions of the others may not write. */
export async function keepFailedCall(
  { callerGuard, recordFailed, log }: Callers & { log: Log },
  { event, error, response }: Refused,
): Promise<void> {
  const isByKey = header(event, 'x-api-key') !== undefined;
  if (!isByKey || roleFor(methodOf(event), event.resource) === 'viewer') return;
  const { account } = event.caller;
  const call = `${methodOf(event)} ${event.resource}`;
  const requestId = requestIdOf(event);
  const failed = newFailedCall(error, { requestId, call, status: response.statusCode }, event.now);
  if (failed === undefined || failed.code === 'invalid_api_key' || !callerGuard.keepsFailed(account, event.now)) return;
  try {
    await recordFailed?.(account, failed);
  } catch (fault) {
    // The caller is told of the refusal all the same.
    log.fault('failed_call_not_kept', fault, { requestId });
  }
}
