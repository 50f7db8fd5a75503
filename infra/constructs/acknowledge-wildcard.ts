/** Lives with a permission on every resource of a pattern, where nothing narrower can be named, and says why. */
import { Stack, Validations } from 'aws-cdk-lib';
import type { ServiceFunction } from './service-function.ts';

/** Only this very pattern is let through: the finding spells it as the template does. */
export function acknowledgeWildcard({ role }: ServiceFunction, arn: string, reason: string): void {
  if (role === undefined) return;
  const spelt = partsOf(Stack.of(role).resolve(arn)).join('');
  Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[Resource::${spelt}]`, reason });
}

type Joined = { 'Fn::Join': [separator: '', parts: (string | { Ref: string })[]] };

const partsOf = (resolved: string | Joined): string[] =>
  typeof resolved === 'string'
    ? [resolved]
    : resolved['Fn::Join'][1].map((part) => (typeof part === 'string' ? part : `<${part.Ref}>`));
