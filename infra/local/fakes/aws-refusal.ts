/** Answers of the fakes, and how AWS's protocols write an error. */

export type AwsAnswer = { status: number; headers?: Record<string, string>; body?: unknown };

type Refused = { status: number; type: string; message: string; details?: Record<string, unknown> };

export class AwsRefusal extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.message);
    this.refused = refused;
  }
}

/** REST JSON names the error in a header; the name of the message's member differs between services. */
export const restError =
  (messageMember: 'message' | 'Message') =>
  ({ status, type, message, details }: Refused): AwsAnswer => ({
    status,
    headers: { 'x-amzn-errortype': type },
    body: { [messageMember]: message, ...details },
  });

/** AWS JSON 1.0 names the error, with its namespace, in the body. */
export const jsonError =
  (namespace: string) =>
  ({ status, type, message, details }: Refused): AwsAnswer => ({
    status,
    body: { __type: `${namespace}#${type}`, Message: message, ...details },
  });
