/** A minimal function on DynamoDB: the document client and one read. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

const client = DynamoDBDocumentClient.from(new DynamoDBClient());

export const handler = async () => client.send(new GetCommand({ TableName: 'table', Key: { pk: 'a', sk: 'b' } }));
