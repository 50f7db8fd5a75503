/** A run to be killed: starts a DynamoDB on the folder given to it, prints its address and stays. */
import { startDynamoDb } from '#infra/local/dynamodb/start-dynamodb.ts';

const [, , dataDir = ''] = process.argv;
const { endpoint, accessKeyId } = await startDynamoDb({ dataDir, log: () => {} });
console.log(JSON.stringify({ endpoint, accessKeyId }));
