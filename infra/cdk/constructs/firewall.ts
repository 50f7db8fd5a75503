/**
 * A firewall (WAF) before the API: addresses of bad repute, requests that only attacks send, and one address that sends far
 * too much. AWS's core rules are left out: they refuse bodies over 8 KB, callers without a user agent and texts that look like
 * HTML, all of which the API takes.
 */
import { Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { stageOf } from '#infra/cdk/stacks/stage-stack.ts';
import type { Alarms } from './alarms.ts';
import { GATEWAY_STAGE } from './api-address.ts';

const GROUPS = ['AWSManagedRulesAmazonIpReputationList', 'AWSManagedRulesKnownBadInputsRuleSet'];
const WINDOW_SECONDS = 60;

/** For strangers: nobody asks for pages as often as a program may ask the API. */
const PAGES = ['/pay/', '/me/', '/u/', '/notify/', '/console'];
/** Payment providers send from few addresses and sign what they send: no list of addresses stands before it. */
const WEBHOOKS = ['/webhooks/'];

export type FirewallProps = {
  /** The ARN of the gateway's stage. */
  stageArn: string;
  /** How many requests a second the stage takes: one address may send half of them, and a tenth to pages. */
  ratePerSecond: number;
  alarms: Alarms;
};

export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { stageArn, ratePerSecond, alarms }: FirewallProps) {
    super(scope, id);
    // CloudWatch knows the list by it, and several stages share an account.
    const metricName = `collections-${stageOf(this)}`;
    const elsewhere = { notStatement: { statement: beginsWith(WEBHOOKS) } };
    const rates: [name: string, share: number, where: CfnWebACL.StatementProperty][] = [
      ['RateOfPages', 0.1, beginsWith(PAGES)],
      ['RateOfWebhooks', 0.5, beginsWith(WEBHOOKS)],
      ['RateOfOneAddress', 0.5, elsewhere],
    ];
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visible(metricName),
      rules: [
        ...GROUPS.map((name, priority) => managed(name, priority, elsewhere)),
        ...rates.map(([name, share, where], at) => rateRule(name, GROUPS.length + at, ratePerSecond * share, where)),
      ],
    });
    new CfnWebACLAssociation(this, 'Association', { resourceArn: stageArn, webAclArn: acl.attrArn });
    alarms.watch(this, 'Blocked', {
      metric: new Metric({
        namespace: 'AWS/WAFV2',
        metricName: 'BlockedRequests',
        dimensionsMap: { WebACL: metricName, Region: Stack.of(this).region, Rule: 'ALL' },
        statistic: 'Sum',
      }),
      threshold: MANY_BLOCKED,
      impact: 'The firewall refuses many requests: an attack, or callers whom its rules mistake for one.',
    });
  }
}

const MANY_BLOCKED = 1000;

/** The gateway's own address has its stage before the path, and a domain has not. */
const beginsWith = (paths: readonly string[]): CfnWebACL.StatementProperty => ({
  orStatement: {
    statements: paths
      .flatMap((path) => [path, `/${GATEWAY_STAGE}${path}`])
      .map((searchString) => ({
        byteMatchStatement: {
          fieldToMatch: { uriPath: {} },
          positionalConstraint: 'STARTS_WITH',
          searchString,
          textTransformations: [{ priority: 0, type: 'NONE' }],
        },
      })),
  },
});

/** Without samples, which would keep addresses and links of customers for three hours. */
const visible = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});

const managed = (
  name: string,
  priority: number,
  scopeDownStatement: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: { managedRuleGroupStatement: { vendorName: 'AWS', name, scopeDownStatement } },
  visibilityConfig: visible(name),
});

const rateRule = (
  name: string,
  priority: number,
  perSecond: number,
  scopeDownStatement: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: { block: {} },
  statement: {
    rateBasedStatement: {
      aggregateKeyType: 'IP',
      evaluationWindowSec: WINDOW_SECONDS,
      // AWS takes no less than ten.
      limit: Math.max(10, Math.round(perSecond * WINDOW_SECONDS)),
      scopeDownStatement,
    },
  },
  visibilityConfig: visible(name),
});
