/** Lives with a permission on every resource of a pattern, where nothing narrower can be named, and says why. */
import { Aws, Validations } from 'aws-cdk-lib';
import type { ServiceFunction } from './service-function.ts';

/** Only this very pattern is let through: the finding spells it as the template does. */
export function acknowledgeWildcard({ role }: ServiceFunction, arn: string, reason: string): void {
  const spelt = arn
    .replace(Aws.PARTITION, '<AWS::Partition>')
    .replace(Aws.REGION, '<AWS::Region>')
    .replace(Aws.ACCOUNT_ID, '<AWS::AccountId>');
  if (role) Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[Resource::${spelt}]`, reason });
}
