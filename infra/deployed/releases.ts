/**
 * Releases on an emulator of AWS, with their rehearsals: this version, then one with faults, which gets no traffic while a caller goes on,
 * and then a sound one, which gets it.
 */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { callerOf } from './caller.ts';
import { type CodeDeploy, moveToNewest, startCodeDeploy, versionsOf } from './code-deploy.ts';
import { copyOfCheckout } from './copy-of-checkout.ts';
import { deploy, onEmulator, openAccount, ROOT, synthesise } from './emulated-stage.ts';
import { type EmulatorRun, onAnEmulator, say } from './emulator.ts';
import { type Fault, plant, REFUSES_EVERY_CREATE, RELAYS_NOTHING } from './plant.ts';
import { baseUrlOf, stackOf } from './stage.ts';

const FAULTS: readonly Fault[] = [REFUSES_EVERY_CREATE, RELAYS_NOTHING];

/** What the operator reads. */
const SENTENCES = [
  'create-collection answered 400 (validation_failed) in place of 201.',
  'relay could not handle a change of a collection.',
];

/** Of a release that is as it should be. */
const CHANGE: Fault = {
  file: 'functions/api/create-collection.ts',
  from: "message: 'Collection created successfully'",
  to: "message: 'Collection created by another version'",
};

type Release = { checkout: string; name: string; holdsAliases: boolean };

/** Resolves with how the names of the functions begin whose aliases CodeDeploy moves. */
async function release({ url, work }: EmulatorRun, { checkout, name, holdsAliases }: Release): Promise<string[]> {
  const deployment = { emulator: url, checkout, assembly: join(work, name), hasCanary: true, holdsAliases };
  const templates = await synthesise(deployment);
  const careful = await Promise.all(templates.map(carefulIn));
  await deploy(deployment, templates);
  return careful.flat();
}

type Alias = { UpdatePolicy?: object; Properties?: { FunctionName?: { Ref: string } } };

/** CloudFormation cuts the names of functions, and puts letters of its own at their ends. */
const MAX_BEGINNING = 48;

async function carefulIn(template: string): Promise<string[]> {
  const stack = basename(template, '.template.json');
  const { Resources }: { Resources: Record<string, Alias> } = JSON.parse(await readFile(template, 'utf8'));
  return Object.values(Resources).flatMap(({ UpdatePolicy, Properties }) =>
    UpdatePolicy === undefined ? [] : `${stack}-${Properties?.FunctionName?.Ref}`.slice(0, MAX_BEGINNING),
  );
}

const HOOKS = ['operations', 'background'].map((part) => `${stackOf(part)}-Rehearsal`);

/** As CodeDeploy does it: each hook is asked, and where all let the release go on, the aliases move. */
async function judge(
  codeDeploy: CodeDeploy,
  lambda: LambdaClient,
  names: readonly string[],
): Promise<{ statuses: string[]; moved: number }> {
  const statuses: string[] = [];
  for (const beginning of HOOKS) {
    const hook = names.find((name) => name.startsWith(beginning));
    if (hook === undefined) throw new Error(`no function is called ${beginning}…`);
    statuses.push(await codeDeploy.ask(lambda, hook));
  }
  const moved = statuses.every((status) => status === 'Succeeded') ? await moveToNewest(lambda, names) : 0;
  return { statuses, moved };
}

const codeDeploy = await startCodeDeploy();
await onAnEmulator(
  async (emulator) => {
    Object.assign(process.env, onEmulator(emulator.url));
    const lambda = new LambdaClient({});
    const careful = await release(emulator, { checkout: ROOT, name: 'first', holdsAliases: false });
    say('deployed this version');
    const before = await versionsOf(lambda);
    const released = [...before.keys()].filter((name) => careful.some((beginning) => name.startsWith(beginning)));
    if (released.length !== careful.length) throw new Error(`${released} are not all of ${careful}`);
    const caller = callerOf(baseUrlOf(emulator.url), await openAccount('Merchant', emulator.url));
    caller.start();
    try {
      const checkout = await copyOfCheckout(join(emulator.work, 'changed'));
      const faults = FAULTS.map((fault) => plant(checkout, fault));
      await release(emulator, { checkout, name: 'faulty', holdsAliases: true });
      const refused = await judge(codeDeploy, lambda, released);
      if (refused.statuses.join() !== 'Failed,Failed')
        throw new Error(`the release with faults was ${refused.statuses}`);
      const now = await versionsOf(lambda);
      const moved = released.filter((name) => before.get(name) !== now.get(name));
      if (moved.length > 0) throw new Error(`the release with faults got traffic: ${moved}`);
      say('the release with faults was refused twice, and got no traffic');

      for (const mend of faults) mend();
      plant(checkout, CHANGE);
      await release(emulator, { checkout, name: 'second', holdsAliases: true });
      const passed = await judge(codeDeploy, lambda, released);
      if (passed.statuses.join() !== 'Succeeded,Succeeded') throw new Error(`a sound release was ${passed.statuses}`);
      say(`a sound release passed twice; ${passed.moved} aliases moved`);
      await caller.create();
    } finally {
      await caller.stop();
    }
    const answers = caller.answers();
    if (!answers.some(({ text }) => text.includes('by another version')))
      throw new Error('the sound release got no traffic');
    const failed = answers.filter(({ status }) => status === 0 || status >= 400);
    for (const { status, call, text } of failed) say(`${call} was answered ${status}: ${text.slice(0, 200)}`);
    if (failed.length > 0) throw new Error(`${failed.length} of ${answers.length} calls failed`);
    const log = await readFile(emulator.log, 'utf8');
    for (const sentence of SENTENCES) {
      if (!log.includes(sentence)) throw new Error(`the log does not say: ${sentence}`);
      say(`the log says: ${sentence}`);
    }
    say(`${answers.length} calls meanwhile, none of them failed`);
  },
  { AWS_ENDPOINT_URL_CODEDEPLOY: codeDeploy.url },
).finally(codeDeploy.stop);
