/** A retention period in the template: every function knows it, and only the runs may look for a contact's other collections. */
import { expect, it } from 'vitest';
import { readSettings } from '#infra/cdk/settings.ts';
import { stackOf } from './stack-of.ts';

const variablesOf = (stack: ReturnType<typeof stackOf>) =>
  Object.values(stack.findResources('AWS::Lambda::Function')).map(({ Properties }) => Properties.Environment.Variables);

const byContact = (stack: ReturnType<typeof stackOf>) =>
  Object.values(stack.findResources('AWS::IAM::Policy')).filter((policy) =>
    JSON.stringify(policy).includes('/index/contact'),
  ).length;

it('a retention period is told to every function, and lets the runs find the collections of a contact', () => {
  const [without, set] = [stackOf('plain'), stackOf('many')];
  for (const variables of variablesOf(set)) expect(variables).toMatchObject({ RETENTION_DAYS: '90' });
  for (const variables of variablesOf(without)) expect(variables).not.toHaveProperty('RETENTION_DAYS');
  expect(byContact(set)).toBe(byContact(without) + 1);
});

it.each([0, -1, 1.5, 3651])('a retention period of %j days is refused', (retentionDays) => {
  expect(() => readSettings('mine', { retentionDays })).toThrow('retentionDays');
});
