/** A version of functions, as a rehearsal invokes it by name: bundles, each called as Lambda does, and what they logged. */
import type { Invoked, Rehearsal } from '#lib/use-cases/rehearsal.ts';
import { invokeLogged } from './cdk/invoke-bundle.ts';

const VERSION = '7';

type Line = Record<string, unknown>;

/** Plays a rehearsal with these bundles; answers the sentence with which it failed, and what the functions logged. */
export async function rehearsedWith<Name extends string>(
  { bundles, environment }: { bundles: Record<Name, string>; environment: NodeJS.ProcessEnv },
  play: (invoke: (name: Name, event: object) => Promise<Invoked>) => Promise<Rehearsal>,
): Promise<{ sentence: string | undefined; lines: Line[] }> {
  const { invoke, lines } = aVersion(bundles, environment);
  const outcome = await play(invoke);
  return { sentence: outcome.kind === 'failed' ? outcome.sentence : undefined, lines };
}

function aVersion<Name extends string>(bundles: Record<Name, string>, environment: NodeJS.ProcessEnv) {
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
