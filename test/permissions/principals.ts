/** Each function of a template with its environment and the policies of its role, filled in. */
import type { Statement } from './evaluate.ts';
import { attributeOf, type Resource } from './physical-ids.ts';
import { type Resolve, resolverOf, type Template } from './resolve.ts';

export type Principal = {
  name: string;
  id: string;
  /** With `OWN_ARN`, which it has from each invocation: that of its alias. */
  environment: Readonly<Record<string, string>>;
  statements: readonly Statement[];
};

/** By name. */
export function functionsIn(template: Template): ReadonlyMap<string, Principal> {
  const resolve = resolverOf(template);
  const found = Object.entries(template.Resources)
    .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
    .map(([id, resource]): Principal => {
      const { Environment, Role } = resource.Properties;
      const variables = resolve(Environment.Variables) as Record<string, string>;
      return {
        name: nameOf(resource),
        id,
        environment: { ...variables, OWN_ARN: `${attributeOf(id, resource, 'Arn')}:live` },
        statements: statementsOf(template, resolve(Role) as string, resolve),
      };
    });
  return new Map(found.map((each) => [each.name, each]));
}

/** Of all policies of a role, by its ARN. @throws for policies that are not resources of their own */
export function statementsOf(template: Template, roleArn: string, resolve: Resolve): Statement[] {
  const name = roleArn.slice(roleArn.lastIndexOf('/') + 1);
  const { Policies, ManagedPolicyArns } = template.Resources[name]?.Properties ?? {};
  if (Policies ?? ManagedPolicyArns) throw new Error(`the evaluator does not know the policies inside ${name}`);
  return Object.values(template.Resources)
    .filter(({ Type }) => Type === 'AWS::IAM::Policy')
    .filter(({ Properties }) => (resolve(Properties.Roles) as string[]).includes(name))
    .flatMap(({ Properties }) => resolve(Properties.PolicyDocument.Statement) as Statement[]);
}

/** `…/FollowUps/Sweep/Resource` → `sweep`; `…/Relay/Function/Resource` → `relay`. */
function nameOf({ Metadata }: Resource): string {
  const path: string = Metadata['aws:cdk:path'];
  const name =
    path
      .replace(/(\/Function)?\/Resource$/, '')
      .split('/')
      .at(-1) ?? '';
  return name.replace(/\B[A-Z]/g, '-$&').toLowerCase();
}
