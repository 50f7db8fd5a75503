/** The CDK app: one stack, with the settings of the deployment. */
import { checkedApp } from './checked-app.ts';
import { CollectionsStack } from './collections-stack.ts';
import { readSettings } from './settings.ts';

const app = checkedApp();
new CollectionsStack(app, 'Collections', readSettings(app.node));
