/** A role that has what it may do in itself: a policy beside it would be a resource more for each function, and a stack holds 500. Not for what its own permissions wait for. */
import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  type PolicyStatement,
  Role,
  type RoleProps,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

export class InlineRole extends Role {
  private readonly access: PolicyDocument;

  constructor(scope: Construct, id: string, props: Omit<RoleProps, 'inlinePolicies'>) {
    const access = new PolicyDocument();
    super(scope, id, { ...props, inlinePolicies: { Access: access } });
    this.access = access;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.access.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
