/** The functions of the deployment. */
import { type LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';

/** The names of the deployed functions with one of these parts. */
export async function functionsNamed(client: LambdaClient, ...parts: string[]): Promise<string[]> {
  const names: string[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client }, {}))
    names.push(...Functions.map(({ FunctionName = '' }) => FunctionName));
  return names.filter((name) => parts.some((part) => name.includes(part)));
}
