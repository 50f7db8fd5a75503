/** A CDK app that checks every synthesis against the AWS Solutions rules: it fails on a finding without a reason. */
import { App, type AppProps, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

export function checkedApp(props?: AppProps): App {
  const app = new App(props);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}
