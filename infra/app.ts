/** The CDK app: the service with the settings of the deployment, and what its Region needs once. */
import { checkedApp } from './checked-app.ts';
import { CollectionsStack } from './collections-stack.ts';
import { GatewayLogsStack } from './gateway-logs-stack.ts';
import { readSettings } from './settings.ts';

const app = checkedApp();
const logs = new GatewayLogsStack(app, 'CollectionsGatewayLogs');
new CollectionsStack(app, 'Collections', readSettings(app.node)).addDependency(logs);
