/** A function that nobody waits for: Lambda tries it again by itself, and what fails for good is kept. */
import { Duration } from 'aws-cdk-lib';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Construct } from 'constructs';
import { DeadLetters } from './dead-letters.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

/** Lambda tries again after one minute and after two more; what is older than this has been overtaken. */
const MAX_WAIT = Duration.minutes(10);

export class BackgroundFunction extends ServiceFunction {
  /** For both hops: what did not reach the function, and what it failed at. */
  readonly failures: DeadLetters;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const failures = new DeadLetters(scope, `${id}Failures`, props);
    super(scope, id, {
      ...props,
      background: { retryAttempts: 2, maxEventAge: MAX_WAIT, onFailure: new SqsDestination(failures) },
    });
    this.failures = failures;
  }
}
