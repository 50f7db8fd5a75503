/** A stack of one stage: its name and tags say which, and so can everything in it. */
import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

export type StageStackProps = Omit<StackProps, 'stackName' | 'description'> & { stage: string };

/** The part of the service that a stack holds, and what that is. */
type Part = { part: string; description: string };

export class StageStack extends Stack {
  readonly stage: string;

  constructor(scope: Construct, { part, description }: Part, { stage, tags, ...props }: StageStackProps) {
    super(scope, `collections-${stage}-${part}`, {
      ...props,
      description,
      // Tags of the stack itself, which CloudFormation gives to its resources.
      tags: { service: 'collections', stage, ...tags },
    });
    this.stage = stage;
  }
}

/** The stage to which a construct belongs. */
export function stageOf(scope: Construct): string {
  const stack = Stack.of(scope);
  if (stack instanceof StageStack) return stack.stage;
  throw new Error(`${scope.node.path} is in no stack of a stage`);
}
