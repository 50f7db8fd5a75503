/**
 * Lints the description of the API, generates clients from it by nine generators, compiles them, and lets each do a round
 * trip against a local run. It needs the npm registry, Maven with Java, PyPI with Python, and Go with its modules.
 */
import { copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '#infra/deployed/command.ts';
import { findPython } from '#infra/deployed/emulator.ts';
import { startLocalRun } from '#test/support/local-run.ts';
import { findGenerator, type Generator, isThere } from './openapi-generator.ts';

/** A package of its own: the service needs none of it. */
const HERE = join(import.meta.dirname, 'tools');
const GENERATED = join(HERE, 'generated');
const API = join(import.meta.dirname, '..', '..', 'docs', 'openapi.json');
const MINUTES = 60_000;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
/** The first `node` in the path is the one that runs this. */
const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
const tool = (name: string, ...args: string[]): Promise<string> =>
  run(join(HERE, 'node_modules', '.bin', name), args, { env, timeoutMs: 5 * MINUTES });

const install = (): Promise<string> =>
  run('npm', ['ci', '--prefix', HERE, '--ignore-scripts', '--no-audit', '--no-fund'], { env, timeoutMs: 10 * MINUTES });

async function lint(): Promise<void> {
  const printed = await tool('redocly', 'lint', API, '--config', join(HERE, 'redocly.yaml'), '--format=json');
  const { totals } = JSON.parse(printed.slice(printed.indexOf('{'), printed.lastIndexOf('}') + 1)) as {
    totals: { errors: number; warnings: number };
  };
  if (totals.errors + totals.warnings > 0) throw new Error(`redocly is not content:\n${printed}`);
  await tool('spectral', 'lint', API, '--ruleset', join(HERE, 'spectral.yaml'), '--fail-severity=hint');
  say('redocly and spectral have nothing to say');
}

async function generate(generator: Generator): Promise<void> {
  await rm(GENERATED, { recursive: true, force: true });
  await mkdir(GENERATED, { recursive: true });
  await tool('openapi-typescript', API, '--output', join(GENERATED, 'openapi-typescript.ts'));
  await tool('openapi-ts', '--input', API, '--output', join(GENERATED, 'hey-api'), '--client', '@hey-api/client-fetch');
  await tool('orval', '--input', API, '--output', join(GENERATED, 'orval.ts'), '--client', 'fetch', '--quiet');
  await generator({ name: 'typescript-fetch', output: join(GENERATED, 'typescript-fetch') });
  await tool('tsc', '-p', join(HERE, 'programs'));
  await generator({
    name: 'python',
    output: join(GENERATED, 'python'),
    more: ['--package-name', 'collections_client'],
  });
  await generator({ name: 'go', output: join(GENERATED, 'go'), more: ['--package-name', 'collections'] });
  await generator({ name: 'java', output: JAVA, more: ['--library', 'native'] });
  say('clients are generated, and those in TypeScript compile');
}

/** A client that is no script: how it is started. */
type Program = { name: string; command: string; args: readonly string[] };

const JAVA = join(GENERATED, 'java');

async function javaProgram(): Promise<Program> {
  await copyFile(join(HERE, 'programs', 'java', 'Story.java'), join(JAVA, 'src', 'main', 'java', 'Story.java'));
  const goals = ['compile', 'dependency:copy-dependencies', '-DincludeScope=runtime'];
  await run('mvn', ['-q', '-B', '-f', join(JAVA, 'pom.xml'), ...goals], { timeoutMs: 10 * MINUTES });
  const path = [join(JAVA, 'target', 'classes'), join(JAVA, 'target', 'dependency', '*')].join(':');
  return { name: 'java', command: 'java', args: ['-cp', path, 'Story'] };
}

const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';

/** A client in Go is compiled with the program that uses it. */
async function goProgram(name: 'go-openapi-generator' | 'go-oapi-codegen'): Promise<Program> {
  const cwd = join(GENERATED, `${name}-story`);
  await cp(join(HERE, 'programs', name), cwd, { recursive: true });
  const options = { env: { ...env, GOFLAGS: '-mod=mod' }, timeoutMs: 10 * MINUTES };
  await run('go', ['-C', cwd, 'mod', 'tidy'], options);
  await run('go', ['-C', cwd, 'build', '-o', 'story', '.'], options);
  return { name, command: join(cwd, 'story'), args: [] };
}

async function oapiCodegen(): Promise<void> {
  const output = join(GENERATED, 'oapi-codegen');
  await mkdir(output, { recursive: true });
  await writeFile(join(output, 'go.mod'), 'module collections\n\ngo 1.24\n');
  const asked = ['-package', 'collections', '-generate', 'types,client', '-o', join(output, 'client.gen.go'), API];
  await run('go', ['-C', output, 'run', OAPI_CODEGEN, ...asked], { env, timeoutMs: 10 * MINUTES });
  await run('go', ['-C', output, 'mod', 'tidy'], { env, timeoutMs: 10 * MINUTES });
}

async function pythonProgram(python: string): Promise<Program> {
  const output = join(GENERATED, 'openapi-python-client', 'collections_client');
  await mkdir(dirname(output), { recursive: true });
  const generator = join(dirname(python), 'openapi-python-client');
  await run(generator, ['generate', '--path', API, '--output-path', output, '--meta', 'none'], {
    env: { ...env, PATH: `${dirname(python)}:${env.PATH}` },
    timeoutMs: 5 * MINUTES,
  });
  const args = [join(HERE, 'programs', 'openapi_python_client.py')];
  return { name: 'openapi-python-client', command: python, args };
}

async function pythonWithPackages(python: string): Promise<string> {
  const home = join(HERE, 'generated', 'venv');
  const timeoutMs = 5 * MINUTES;
  await run(python, ['-m', 'venv', home], { timeoutMs });
  const installed = join(home, 'bin', 'python');
  await run(installed, ['-m', 'pip', 'install', '--quiet', '-r', join(HERE, 'requirements.txt')], { timeoutMs });
  return installed;
}

async function roundTrips(python: string, programs: readonly Program[]): Promise<void> {
  const service = await startLocalRun();
  const options = {
    env: { ...env, BASE_URL: service.baseUrl, API_KEY: service.apiKey, PYTHONPATH: join(GENERATED, 'python') },
    timeoutMs: 2 * MINUTES,
  };
  try {
    for (const name of ['typescript-fetch', 'openapi-typescript', 'hey-api', 'orval']) {
      say((await run(process.execPath, [join(GENERATED, 'compiled', 'programs', `${name}.js`)], options)).trim());
    }
    say((await run(python, [join(HERE, 'programs', 'round_trip.py')], options)).trim());
    const ownPath = { PYTHONPATH: join(GENERATED, 'openapi-python-client') };
    for (const { name, command, args } of programs) {
      const piped = join(GENERATED, 'compiled', 'programs', 'piped.js');
      const own = { ...options, env: { ...options.env, ...ownPath } };
      say((await run(process.execPath, [piped, name, command, ...args], own)).trim());
    }
  } finally {
    await service.stop();
  }
}

async function main(): Promise<void> {
  const python = await findPython();
  const generator = await findGenerator();
  const hasGo = await isThere('go', 'version');
  if (python === undefined || generator === undefined || !hasGo) {
    say('not run: it needs Python 3.11 or newer, Java with Maven, and Go');
    return;
  }
  await install();
  await lint();
  await generate(generator);
  await oapiCodegen();
  const installed = await pythonWithPackages(python);
  const programs = [
    await goProgram('go-openapi-generator'),
    await goProgram('go-oapi-codegen'),
    await javaProgram(),
    await pythonProgram(installed),
  ];
  await roundTrips(installed, programs);
  say('9 passed, 0 failed');
}

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
