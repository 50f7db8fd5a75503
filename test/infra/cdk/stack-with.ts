/** Synthesises the stack with settings, as `cdk synth -c name=value …` does, but without bundles. */
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

/** Throws when the stack has an open finding of the AWS Solutions rules. */
export const stackWith = (settings: Record<string, string>): Template => {
  const app = checkedApp({ outdir, context: { ...context, 'aws:cdk:bundling-stacks': [], ...settings } });
  return Template.fromStack(new CollectionsStack(app, 'Collections', readSettings(app.node)));
};
