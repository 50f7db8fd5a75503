/**
 * The synthesised templates of a stage as one, in forms that rules over all resources can use.
 * The templates of a stage's stacks as one, as if each value that one stack takes from another were its own.
 * The output of `cdk synth`, made once for all test files, and again only when one of its inputs has changed.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeOnce, ROOT, TIMEOUT_MS } from './made-once.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of any shape, and the tests say which.
export type Properties = Record<string, any>;
export type Resource = { id: string; path: string; Type: string; Properties: Properties; Metadata: Properties };

/** The stage whose templates the tests read. */
export const STAGE = 'prod';

/** esbuild then collects garbage less often, which saves a fifth of its processor time. */
const BUNDLING = { GOGC: '400' };

/** A synthesis must work without an AWS account, so it gets no credentials. */
const withoutAws = (): NodeJS.ProcessEnv => {
  const bin = join(ROOT, 'node_modules', '.bin');
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_') && !name.startsWith('CDK_'));
  return { ...Object.fromEntries(kept), PATH: `${bin}:${process.env['PATH']}`, ...BUNDLING };
};

const synthesise = (to: string): void => {
  const args = ['synth', '--quiet', '-c', `stage=${STAGE}`, '--output', to];
  execFileSync('cdk', args, { cwd: ROOT, env: withoutAws(), timeout: TIMEOUT_MS, stdio: 'pipe' });
};

/** The folder of the synthesised stacks. */
const assembly = (): Promise<string> => madeOnce(STAGE, synthesise);

export const folder = await assembly();

/** The names of the stage's stacks, in the order of their deployment. */
export const STACKS = ['data', 'background', 'operations', 'desk', 'alarms', 'gateway'].map(
  (part) => `collections-${STAGE}-${part}`,
);

export const templateOf = (stack: string): Properties =>
  JSON.parse(readFileSync(join(folder, `${stack}.template.json`), 'utf8'));

export const template = joinTemplates(Object.fromEntries(STACKS.map((stack) => [stack, templateOf(stack)])));

const all = Object.entries(template.Resources as Record<string, Properties>).map(
  ([id, resource]) => ({ id, path: resource['Metadata']['aws:cdk:path'], Properties: {}, ...resource }) as Resource,
);

export const resources = (type: string): Resource[] => all.filter((resource) => resource.Type === type);

/** The only resource of its type. */
export const theOnly = (type: string): Resource => {
  const [first, ...others] = resources(type);
  if (!first || others.length > 0) throw new Error(`expected one ${type}, found ${others.length + (first ? 1 : 0)}`);
  return first;
};

/** The id of each function, by that of its alias. */
export const functionOfAlias: Record<string, string> = Object.fromEntries(
  resources('AWS::Lambda::Alias').map(({ id, Properties }) => [id, Properties['FunctionName'].Ref]),
);

/** The id a reference points at; an alias counts as its function, whose name is a part of the alias's ARN. */
export const target = (reference: Properties): string => {
  const id =
    reference['Ref'] ?? reference['Fn::GetAtt']?.[0] ?? /"Ref":"(\w+Live\w+)"/.exec(JSON.stringify(reference))?.[1];
  return functionOfAlias[id] ?? id;
};

/** Every function, under the name of its file. */
export const functions: Record<string, Resource> = Object.fromEntries(
  resources('AWS::Lambda::Function').map((resource) => [fileName(resource.path), resource]),
);

/** `…/FollowUps/Sweep/Resource` → `sweep`; `…/Relay/Function/Resource` → `relay`, after the name of the stack. */
function fileName(path: string): string {
  const [, ...parts] = path.replace(/(\/Function)?\/Resource$/, '').split('/');
  const name = parts.at(-1) ?? '';
  return name.replace(/\B[A-Z]/g, '-$&').toLowerCase();
}

/** Where the bundle of a function is. */
export const bundleFolder = ({ Metadata }: Resource): string => join(folder, Metadata['aws:asset:path']);

type Role = Pick<Resource, 'Properties'> & { id?: string };

/** What roles may, in themselves and by policies beside them. */
export const statementsOf = (roles: readonly Role[]): Properties[] =>
  roles.flatMap(({ id, Properties: { Policies = [] } }) => {
    const beside = resources('AWS::IAM::Policy').map(({ Properties }) => Properties);
    const own = beside.filter(({ Roles }) => Roles.some((role: Properties) => target(role) === id));
    return [...(Policies as Properties[]), ...own].flatMap((policy) => policy['PolicyDocument'].Statement);
  });

/** The permissions of a role: one entry for each action and resource. */
export const allowed = (roleId: string): { action: string; resource: unknown }[] =>
  statementsOf(resources('AWS::IAM::Role').filter(({ id }) => id === roleId)).flatMap(({ Action, Resource }) =>
    [Action].flat().map((action: string) => ({ action, resource: Resource })),
  );

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of any shape, and the tests say which.
type Json = Record<string, any>;

type Joined = { Resources: Json; Outputs: Json };

/** `templates` by the names of their stacks. Throws when two stacks have a resource or an output of the same name. */
export function joinTemplates(templates: Record<string, Json>): Joined {
  const outputOf = (stack: string, name: string): unknown => templates[stack]?.['Outputs'][name].Value;
  const inlined = JSON.parse(JSON.stringify(templates), (_, value) => {
    const from = value?.['Fn::GetStackOutput'];
    return from ? outputOf(from.StackName, from.OutputName) : value;
  }) as typeof templates;
  const sections = (name: string): Json => unite(Object.values(inlined).map((template) => template[name] ?? {}));
  const outputs = Object.entries(sections('Outputs')).filter(([name]) => !name.startsWith('PublishOutput'));
  return { Resources: sections('Resources'), Outputs: Object.fromEntries(outputs) };
}

function unite(parts: Json[]): Json {
  const names = parts.flatMap((part) => Object.keys(part));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice) throw new Error(`two stacks have ${twice}`);
  return Object.assign({}, ...parts);
}
