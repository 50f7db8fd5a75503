/** The process of the warm pool: Vitest's worker, which invalidates the modules that differ from the last run. */
import type { WorkerGlobalState } from 'vitest';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';

let modules: WorkerGlobalState['evaluatedModules'] | undefined;

async function runTests(state: WorkerGlobalState, traces: Parameters<typeof runBaseTests>[2]): Promise<void> {
  for (const path of state.providedContext['mutation']?.changed ?? [])
    for (const module of modules?.getModulesByFile(path) ?? []) modules?.invalidateModule(module);
  await runBaseTests('run', state, traces);
  // Vitest keeps the modules of a process between runs.
  modules = state.evaluatedModules;
}

init({
  post: (message) => process.send?.(message),
  on: (listener) => process.on('message', listener),
  off: (listener) => process.off('message', listener),
  runTests,
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
