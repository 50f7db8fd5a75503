/** The synthesised template, in forms that rules over all resources can use. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembly } from './assembly.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of any shape, and the tests say which.
export type Properties = Record<string, any>;
export type Resource = { id: string; path: string; Type: string; Properties: Properties; Metadata: Properties };

export const folder = await assembly();
export const template = JSON.parse(readFileSync(join(folder, 'Collections.template.json'), 'utf8'));

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

/** The id a `Ref` or a `Fn::GetAtt` points at. */
export const target = (reference: Properties): string => reference['Ref'] ?? reference['Fn::GetAtt']?.[0];

/** Every function, under the name of its file. */
export const functions: Record<string, Resource> = Object.fromEntries(
  resources('AWS::Lambda::Function').map((resource) => [fileName(resource.path), resource]),
);

/** `Collections/FollowUps/Sweep/Resource` → `sweep`; `Collections/Relay/Function/Resource` → `relay`. */
function fileName(path: string): string {
  const [, ...parts] = path.replace(/(\/Function)?\/Resource$/, '').split('/');
  const name = parts.at(-1) ?? '';
  return name.replace(/\B[A-Z]/g, '-$&').toLowerCase();
}

/** The permissions of a role: one entry for each action and resource. */
export const allowed = (roleId: string): { action: string; resource: unknown }[] =>
  resources('AWS::IAM::Policy')
    .filter((policy) => policy.Properties['Roles'].some((role: Properties) => target(role) === roleId))
    .flatMap((policy) => policy.Properties['PolicyDocument'].Statement as Properties[])
    .flatMap(({ Action, Resource }) => [Action].flat().map((action: string) => ({ action, resource: Resource })));
