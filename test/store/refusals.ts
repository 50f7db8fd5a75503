/** The errors by which DynamoDB refuses a command. */
import { DynamoDBServiceException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';

export const failure = (name: string, status = 400) =>
  new DynamoDBServiceException({ name, $fault: 'client', $metadata: { httpStatusCode: status } });

export const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: 'cancelled',
    $metadata: { httpStatusCode: 400 },
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

/** Another write holds the item. Each with a name of its own. */
export const CONTENTION: [string, Error][] = [
  failure('TransactionConflictException'),
  failure('TransactionInProgressException'),
  failure('ReplicatedWriteConflictException'),
  cancelled('TransactionConflict', 'None'),
  cancelled('None', 'TransactionConflict'),
].map((error, index) => [`${error.name} ${index}`, error]);
