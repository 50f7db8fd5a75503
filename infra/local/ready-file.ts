/** DATA_DIR/ready.json: how programs find the running instance; there exactly while it serves. */
import { dataFiles } from './data-dir.ts';
import { readState } from './state-file.ts';

export type Ready = {
  baseUrl: string;
  dynamodbEndpoint: string;
  /** Where the fakes for AWS's other services answer. */
  awsEndpoint: string;
  tableName: string;
  account: string;
  apiKey: string;
};

export const readReadyFile = (dataDir: string): Promise<Ready | undefined> =>
  readState<Ready>(dataFiles(dataDir).ready);
