/** What `cdk synth -c name=value …` makes of settings, without the bundles, and with the AWS Solutions rules in force. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll } from 'vitest';
import { checkedApp } from '#infra/checked-app.ts';
import { CollectionsStack } from '#infra/collections-stack.ts';
import { readSettings } from '#infra/settings.ts';

const outdir = mkdtempSync(join(tmpdir(), 'collections-settings-'));
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

const { context } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'cdk.json'), 'utf8'));

/** Throws when what comes out has an open finding. */
export const stackWith = (settings: Record<string, string>): Template => {
  const app = checkedApp({ outdir, context: { ...context, 'aws:cdk:bundling-stacks': [], ...settings } });
  return Template.fromStack(new CollectionsStack(app, 'Collections', readSettings(app.node)));
};
