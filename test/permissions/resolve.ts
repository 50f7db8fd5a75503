/** Fills in what a template leaves to CloudFormation. */
import { ACCOUNT, attributeOf, REGION, type Resource, refOf } from './physical-ids.ts';

export type Template = { Resources: Record<string, Resource> };

const PSEUDO: Record<string, string> = {
  'AWS::AccountId': ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::Region': REGION,
  'AWS::URLSuffix': 'amazonaws.com',
};

export type Resolve = (value: unknown) => unknown;

/** @throws for a function of CloudFormation that is not known here */
export function resolverOf({ Resources }: Template): Resolve {
  const resourceOf = (id: string): Resource => {
    const found = Resources[id];
    if (found === undefined) throw new Error(`the template has no ${id}`);
    return found;
  };

  const FUNCTIONS: Record<string, (argument: never) => unknown> = {
    Ref: (id: string): unknown => {
      const aliased = Resources[id]?.Type === 'AWS::Lambda::Alias' ? Resources[id].Properties : undefined;
      if (aliased) return `${resolve({ 'Fn::GetAtt': [aliased.FunctionName.Ref, 'Arn'] })}:${aliased.Name}`;
      return PSEUDO[id] ?? refOf(id, resourceOf(id));
    },
    'Fn::GetAtt': ([id, attribute]: [string, string]) => attributeOf(id, resourceOf(id), attribute),
    'Fn::Select': ([index, values]: [number | string, unknown]) => (resolve(values) as unknown[])[Number(index)],
    'Fn::Split': ([separator, text]: [string, unknown]) => String(resolve(text)).split(separator),
    'Fn::Join': ([separator, parts]: [string, unknown[]]) => parts.map(resolve).join(separator),
  };

  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const [[name, argument] = ['', undefined], ...others] = Object.entries(value);
    if (others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'))) {
      const fill = FUNCTIONS[name];
      if (fill === undefined) throw new Error(`the resolver does not know ${name}`);
      return fill(argument as never);
    }
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each)]));
  }

  return resolve;
}
