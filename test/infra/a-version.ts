/** A version of functions, as a rehearsal invokes it by name: bundles, each called as Lambda does, and what they logged. */
import type { Invoked } from '#lib/use-cases/rehearsal.ts';
import { invokeLogged } from './cdk/invoke-bundle.ts';

const VERSION = '7';

export type Line = Record<string, unknown>;

export function aVersion<Name extends string>(bundles: Record<Name, string>, environment: NodeJS.ProcessEnv) {
  const lines: Line[] = [];
  const invoke = async (name: Name, event: object): Promise<Invoked> => {
    const env = { ...environment, AWS_LAMBDA_FUNCTION_NAME: name, AWS_LAMBDA_FUNCTION_VERSION: VERSION };
    try {
      const { answers, lines: written } = await invokeLogged(bundles[name], [event], env);
      lines.push(...written.map((line) => JSON.parse(line)));
      return { answer: answers[0] };
    } catch {
      return { failed: 'Error' };
    }
  };
  return { invoke, lines };
}

/** The functions of which the version logged this field with 1, which is what alarms count. */
export const countedIn = (lines: readonly Line[], field: string): unknown[] =>
  lines.filter((line) => line[field] === 1 && line['Version'] === VERSION).map((line) => line['Function']);
