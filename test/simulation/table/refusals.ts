/** The errors of DynamoDB as classes of the SDK. */
import {
  type AttributeValue,
  type CancellationReason,
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  IdempotentParameterMismatchException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Item } from './value.ts';

const refused = { $metadata: { httpStatusCode: 400 } };

/** A ValidationException, for which the SDK has no class. */
export const invalid = (message: string) =>
  new DynamoDBServiceException({ name: 'ValidationException', $fault: 'client', message, ...refused });

/** The document client does not unmarshall items in errors. */
const marshalled = (item: Item): Record<string, AttributeValue> => marshall(item);

export const conditionFailed = (item: Item | undefined) =>
  new ConditionalCheckFailedException({
    message: 'The conditional request failed',
    ...(item && { Item: marshalled(item) }),
    ...refused,
  });

export const transactionCancelled = (reasons: CancellationReason[]) =>
  new TransactionCanceledException({
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons
      .map(({ Code }) => Code)
      .join(', ')}]`,
    CancellationReasons: reasons,
    ...refused,
  });

export const transactionConflict = () =>
  new TransactionConflictException({ message: 'Transaction is ongoing for the item', ...refused });

export const transactionInProgress = () =>
  new TransactionInProgressException({ Message: 'Transaction is in progress', message: '', ...refused });

export const parameterMismatch = () =>
  new IdempotentParameterMismatchException({
    Message: 'Other parameters under the same token',
    message: '',
    ...refused,
  });
