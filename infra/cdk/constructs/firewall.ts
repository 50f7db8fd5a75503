/**
 * A firewall (WAF) before the API: addresses of bad repute, requests that only attacks send, and one address that sends far
 * too much. AWS's core rules are left out: they refuse bodies over 8 KB, callers without a user agent and texts that look like
 * HTML, all of which the API takes.
 */
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

const GROUPS = ['AWSManagedRulesAmazonIpReputationList', 'AWSManagedRulesKnownBadInputsRuleSet'];
const WINDOW_SECONDS = 60;

export type FirewallProps = {
  /** The ARN of the gateway's stage. */
  stageArn: string;
  /** How many requests a second the stage takes: one address may send half of them. */
  ratePerSecond: number;
};

export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { stageArn, ratePerSecond }: FirewallProps) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visible('Firewall'),
      rules: [...GROUPS.map(managed), rateRule(ratePerSecond, GROUPS.length)],
    });
    new CfnWebACLAssociation(this, 'Association', { resourceArn: stageArn, webAclArn: acl.attrArn });
  }
}

/** Without samples, which would keep addresses and links of customers for three hours. */
const visible = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});

const managed = (name: string, priority: number): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: { managedRuleGroupStatement: { vendorName: 'AWS', name } },
  visibilityConfig: visible(name),
});

const rateRule = (ratePerSecond: number, priority: number): CfnWebACL.RuleProperty => ({
  name: 'RateOfOneAddress',
  priority,
  action: { block: {} },
  statement: {
    rateBasedStatement: {
      aggregateKeyType: 'IP',
      evaluationWindowSec: WINDOW_SECONDS,
      // AWS takes no less than ten.
      limit: Math.max(10, Math.round((ratePerSecond * WINDOW_SECONDS) / 2)),
    },
  },
  visibilityConfig: visible('RateOfOneAddress'),
});
