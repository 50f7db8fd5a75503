/** What an operator may decide about one deployment: `cdk deploy -c name=value`, or the context of `cdk.json`. */
import type { Node } from 'constructs';

export type Settings = {
  /** Where callers reach the service, when not at the gateway's own address. */
  baseUrl?: string | undefined;
  /** Who gets the alarms. */
  alarmEmail?: string | undefined;
  /** A firewall to put before the API. */
  webAclArn?: string | undefined;
  /** False only for stacks that are made to be thrown away: their table goes with them. */
  keepData: boolean;
};

export const readSettings = (node: Node): Settings => {
  const read = (name: string): string | undefined => node.tryGetContext(name)?.toString() || undefined;
  return {
    baseUrl: read('baseUrl')?.replace(/\/+$/, ''),
    alarmEmail: read('alarmEmail'),
    webAclArn: read('webAclArn'),
    keepData: read('keepData') !== 'false',
  };
};
