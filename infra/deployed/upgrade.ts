/**
 * Deploys the last release to an emulator of AWS, then this version over it, then goes back by the aliases, with live collections and a
 * caller in the middle: nobody is answered a 5xx, every collection reads as before, and the next step of each works.
 */
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LambdaClient, UpdateAliasCommand } from '@aws-sdk/client-lambda';
import { type Caller, callerOf, cash } from './caller.ts';
import { ALIAS, type Versions, versionsOf } from './code-deploy.ts';
import { run } from './command.ts';
import { deploy, onEmulator, openAccount, ROOT, synthesise } from './emulated-stage.ts';
import { type EmulatorRun, FOLDER, onAnEmulator, say } from './emulator.ts';
import { baseUrlOf } from './stage.ts';

const GIT_TIMEOUT_MS = 60_000;
const INSTALL_TIMEOUT_MS = 600_000;

/** The commit that the stage is upgraded from; the last release without it. */
const { from } = parseArgs({ options: { from: { type: 'string' } } }).values;

/** `--from`, or the commit that gave the package the version it has. */
async function lastRelease(): Promise<string> {
  if (from !== undefined) return (await run('git', ['rev-parse', from], { timeoutMs: GIT_TIMEOUT_MS })).trim();
  const found = ['log', '-1', '--format=%H', '-G', '^  "version":', '--', 'package.json'];
  return (await run('git', found, { timeoutMs: GIT_TIMEOUT_MS })).trim();
}

/** A checkout of this commit with its packages, made once. */
async function checkoutOf(commit: string): Promise<string> {
  const checkout = join(FOLDER, `release-${commit.slice(0, 12)}`);
  const ready = join(checkout, 'node_modules', 'ready');
  if (existsSync(ready)) return checkout;
  await rm(checkout, { recursive: true, force: true });
  await run('git', ['clone', '--quiet', '--no-checkout', ROOT, checkout], { timeoutMs: GIT_TIMEOUT_MS });
  await run('git', ['checkout', '--quiet', commit], { cwd: checkout, timeoutMs: GIT_TIMEOUT_MS });
  const quiet = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', quiet, { cwd: checkout, timeoutMs: INSTALL_TIMEOUT_MS });
  await writeFile(ready, '');
  return checkout;
}

async function deployFrom(checkout: string, { url, work }: EmulatorRun, name: 'release' | 'upgrade'): Promise<void> {
  const deployment = { emulator: url, checkout, assembly: join(work, name) };
  await deploy(deployment, await synthesise(deployment));
}

/** As the runbook says it: each alias names the version before again. Resolves with how many moved. */
async function goBack(client: LambdaClient, before: Versions): Promise<number> {
  const now = await versionsOf(client);
  const moved = [...before].filter(([name, version]) => now.has(name) && now.get(name) !== version);
  for (const [FunctionName, FunctionVersion] of moved)
    await client.send(new UpdateAliasCommand({ FunctionName, Name: ALIAS, FunctionVersion }));
  return moved.length;
}

const FOLLOWED = {
  expiresIn: 20_160,
  followUp: { startAfter: 60, cadence: 'daily', tone: 'professional' },
};

/** Collections in the states that a merchant leaves them in, by the status each reads afterwards. */
async function makeAll({ create, call }: Caller, name: string): Promise<ReadonlyMap<string, string>> {
  const [pending, paid, cancelled, overdue, paused, promised] = await Promise.all([
    create(FOLLOWED),
    create({ payable: { enabled: true, methods: ['payment_link'] } }),
    create(),
    create({ expiresIn: 20_160 }),
    create(FOLLOWED),
    create(FOLLOWED),
  ]);
  await call('POST', `${paid}/payments`, cash(45_000, `${name}-all`));
  await call('PATCH', `${cancelled}/status`, { status: 'cancelled' });
  await call('PATCH', `${overdue}/status`, { status: 'overdue' });
  await call('POST', `${paused}/follow-ups/pause`, {});
  await call('POST', `${promised}/promise`, { payBy: new Date(Date.now() + 3 * 86_400_000).toISOString() });
  await call('POST', `${pending}/payments`, cash(20_000, `${name}-part`));
  return new Map([
    [pending, 'pending'],
    [paid, 'completed'],
    [cancelled, 'cancelled'],
    [overdue, 'overdue'],
    [paused, 'pending'],
    [promised, 'pending'],
  ]);
}

/** Reads each as the caller would; throws where one is not as it was left. */
async function readAll({ call }: Caller, left: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, expected] of left)
    for (const read of [path, `${path}/follow-ups`, `${path}/payments`]) {
      const { status, text } = await call('GET', read);
      if (status !== 200) throw new Error(`${read} was answered ${status}: ${text}`);
      const told = JSON.parse(text).data.status;
      if (read === path && told !== expected) throw new Error(`${path} is ${told}, and was left ${expected}`);
    }
}

/** What is open goes on: resumed, corrected, and paid in part. */
async function goOnWith({ call }: Caller, left: ReadonlyMap<string, string>, name: string): Promise<void> {
  for (const [path, status] of left) {
    if (status !== 'pending' && status !== 'overdue') continue;
    const steps = [
      await call('POST', `${path}/follow-ups/resume`, {}),
      await call('PATCH', path, { metadata: { description: `Changed by ${name}` } }),
      await call('POST', `${path}/payments`, cash(5_000, `${name}${path}`)),
    ];
    const refused = steps.find((step) => step.status >= 300 && step.status !== 409);
    if (refused) throw new Error(`${refused.call} was answered ${refused.status}: ${refused.text}`);
  }
}

/** What is done to the service while the caller calls. */
async function thereAndBack(
  emulator: EmulatorRun,
  caller: Caller,
  { lambda, before }: { lambda: LambdaClient; before: Versions },
): Promise<void> {
  const old = await makeAll(caller, 'old');
  await deployFrom(ROOT, emulator, 'upgrade');
  say('deployed this version over it');
  await readAll(caller, old);
  await goOnWith(caller, old, 'this version');
  const made = await makeAll(caller, 'new');
  await readAll(caller, made);

  const moved = await goBack(lambda, before);
  if (moved === 0) throw new Error('no function has a version of this deployment: nothing to go back from');
  say(`${moved} aliases went back`);
  for (const left of [old, made]) {
    await readAll(caller, left);
    await goOnWith(caller, left, 'the release');
  }
}

/** The lines in which a function told of a fault. */
const faultsIn = (log: string): string[] => log.split('\n').filter((line) => /"level":\s*"error"/i.test(line));

await onAnEmulator(async (emulator) => {
  const baseUrl = baseUrlOf(emulator.url);
  Object.assign(process.env, onEmulator(emulator.url));
  const lambda = new LambdaClient({});
  const commit = await lastRelease();
  const release = await checkoutOf(commit);
  await deployFrom(release, emulator, 'release');
  say(`deployed ${commit.slice(0, 12)}`);
  const before = await versionsOf(lambda);
  const caller = callerOf(baseUrl, await openAccount('Merchant', emulator.url, release));
  caller.start();
  await thereAndBack(emulator, caller, { lambda, before }).finally(caller.stop);

  const answers = caller.answers();
  const faults = answers.filter(({ status }) => status === 0 || status >= 500);
  const told = faultsIn(await readFile(emulator.log, 'utf8'));
  for (const { status, call, text } of faults) say(`${call} was answered ${status}: ${text.slice(0, 200)}`);
  for (const line of told.slice(0, 20)) say(line);
  if (faults.length + told.length > 0)
    throw new Error(`${faults.length} of ${answers.length} calls failed; ${told.length} faults told`);
  say(`${answers.length} calls on the way there and back, none of them failed`);
});
