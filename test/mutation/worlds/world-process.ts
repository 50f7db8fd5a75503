/** The process of one mutant: serves the source with it, and runs the worlds that its parent asks for. */
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { pathToFileURL } from 'node:url';
import { countAsked, type Reached, switchOn } from '#test/mutation/mutants/switch.ts';

/** `sources` holds the compiled code by path. */
export type Served = { sources: Readonly<Record<string, string>>; mutation: Mutation };
type Mutation = { kind: 'none' } | { kind: 'count'; mutants: number } | { kind: 'switch'; mutant: number };

export type Worlds = { from: number; count: number };
export type Ran = {
  /** The first violation, or the error of a world that could not run. */
  failure?: string;
  isEndless: boolean;
  reached: Reached;
};

/** No world reaches a mutant more often than this unless it is in an endless loop. */
const LIMIT = 50_000_000;

let take = (): Reached => [];
let isEndless = () => false;

function begin({ sources, mutation }: Served): void {
  const byUrl = new Map(Object.entries(sources).map(([path, source]) => [pathToFileURL(path).href, source]));
  registerHooks({
    load(url, context, next) {
      const source = byUrl.get(url);
      if (source === undefined) return next(url, context);
      return { format: 'module', source: stripTypeScriptTypes(source), shortCircuit: true };
    },
  });
  if (mutation.kind === 'count') ({ take } = countAsked(mutation.mutants));
  if (mutation.kind === 'switch') ({ isEndless } = switchOn(mutation.mutant, LIMIT));
}

async function run({ from, count }: Worlds): Promise<Ran> {
  try {
    const { runSeed } = await import('#test/simulation/run-seed.ts');
    for (let seed = from; seed < from + count; seed += 1) {
      const [first] = (await runSeed({ seed })).violations;
      if (first) return { failure: `seed ${seed}: ${first.what}`, isEndless: isEndless(), reached: take() };
    }
    return { isEndless: isEndless(), reached: take() };
  } catch (error) {
    return { failure: String(error), isEndless: isEndless(), reached: take() };
  }
}

process.on('message', (message: Served | Worlds) => {
  if ('sources' in message) return begin(message);
  void run(message).then((ran) => process.send?.(ran));
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
