/** The synthesised templates of a stage as one, in forms that rules over all resources can use. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembly, STAGE } from './assembly.ts';
import { joinTemplates } from './join-templates.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of any shape, and the tests say which.
export type Properties = Record<string, any>;
export type Resource = { id: string; path: string; Type: string; Properties: Properties; Metadata: Properties };

export const folder = await assembly();

/** The names of the stage's stacks, in the order of their deployment. */
export const STACKS = ['data', 'background', 'operations', 'gateway'].map((part) => `collections-${STAGE}-${part}`);

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

/** The permissions of a role: one entry for each action and resource. */
export const allowed = (roleId: string): { action: string; resource: unknown }[] =>
  resources('AWS::IAM::Policy')
    .filter((policy) => policy.Properties['Roles'].some((role: Properties) => target(role) === roleId))
    .flatMap((policy) => policy.Properties['PolicyDocument'].Statement as Properties[])
    .flatMap(({ Action, Resource }) => [Action].flat().map((action: string) => ({ action, resource: Resource })));
