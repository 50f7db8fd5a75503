/** Accepts one permission with a wildcard, where AWS lets nothing narrower be named, and records the reason. */
import { Stack, Validations } from 'aws-cdk-lib';
import type { ServiceFunction } from './service-function.ts';

/** Accepts only this pattern: the finding has it in the form of the template. */
export function acknowledgeWildcard({ role }: ServiceFunction, arn: string, reason: string): void {
  if (role === undefined) return;
  const pattern = partsOf(Stack.of(role).resolve(arn)).join('');
  Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[Resource::${pattern}]`, reason });
}

type Joined = { 'Fn::Join': [separator: '', parts: (string | { Ref: string })[]] };

const partsOf = (resolved: string | Joined): string[] =>
  typeof resolved === 'string'
    ? [resolved]
    : resolved['Fn::Join'][1].map((part) => (typeof part === 'string' ? part : `<${part.Ref}>`));
