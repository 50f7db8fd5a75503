/** The API's access log, without personal data: no IP address, no user agent, no path (paths contain ids). */
import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat, LogGroupLogDestination, type StageOptions } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

const FIELDS = {
  requestId: '$context.requestId',
  // A caller can choose the former; this one only the gateway makes.
  extendedRequestId: '$context.extendedRequestId',
  time: '$context.requestTime',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  functionLatencyMs: '$context.integrationLatency',
  refusedAs: '$context.error.responseType',
  integrationError: '$context.integration.error',
  firewall: '$context.wafResponseCode',
  tlsVersion: '$context.tlsVersion',
  bytes: '$context.responseLength',
};

/** Creates the log group, and returns the options for a stage that writes to it. */
export function accessLog(scope: Construct): StageOptions {
  const group = new LogGroup(scope, 'AccessLogs', {
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  return {
    accessLogDestination: new LogGroupLogDestination(group),
    accessLogFormat: AccessLogFormat.custom(JSON.stringify(FIELDS)),
  };
}
