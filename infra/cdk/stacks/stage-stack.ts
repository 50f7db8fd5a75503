/** A stack of one stage: its name and tags say which, and so can everything in it. */
import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

export type StageStackProps = Omit<StackProps, 'stackName' | 'description'> & {
  stage: string;
  /** Whether its functions are traced by X-Ray. */
  traces: boolean;
};

/** The part of the service that a stack holds, and what that is. */
type Part = { part: string; description: string };

export class StageStack extends Stack {
  readonly stage: string;
  readonly traces: boolean;

  constructor(scope: Construct, { part, description }: Part, { stage, traces, tags, ...props }: StageStackProps) {
    super(scope, `collections-${stage}-${part}`, {
      ...props,
      description,
      // Tags of the stack itself, which CloudFormation gives to its resources.
      tags: { service: 'collections', stage, ...tags },
    });
    this.stage = stage;
    this.traces = traces;
  }
}

/** The stage to which a construct belongs. */
export const stageOf = (scope: Construct): string => stackOf(scope).stage;

/** Whether the functions of the stage to which a construct belongs are traced. */
export const tracesOf = (scope: Construct): boolean => stackOf(scope).traces;

function stackOf(scope: Construct): StageStack {
  const stack = Stack.of(scope);
  if (stack instanceof StageStack) return stack;
  throw new Error(`${scope.node.path} is in no stack of a stage`);
}
