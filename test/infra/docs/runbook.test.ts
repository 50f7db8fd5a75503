/** The runbook's steps for the loss of a Region, which `npm run test:region` types: each command is one that there is. */
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '#infra/cli/commands.ts';
import { filled, readLossOfRegion } from '#infra/deployed/region-loss/runbook.ts';

const { steps, changes } = readLossOfRegion();
const typed = [...steps.values()].flat();

describe('the runbook for the loss of a Region', () => {
  it('each command of our own is one that there is, with options that it takes', () => {
    const own = typed.flatMap((command) => /npm run cli -- (.+)/.exec(command)?.[1] ?? []);
    expect(own).toHaveLength(4);
    for (const command of own) {
      const [words = '', ...options] = command.split(/ --/);
      const { options: known } = COMMANDS[words] ?? {};
      expect(Object.keys({ ...known, stage: true }), command).toEqual(
        expect.arrayContaining(options.map((option) => option.split(' ')[0])),
      );
    }
  });

  it('what an operator fills in is said, and the records that move are those of the domain and of mail', () => {
    expect(filled('aws x --region <second>', { '<second>': 'eu-central-1' })).toBe('aws x --region eu-central-1');
    expect(() => filled('aws x --region <second>', {})).toThrow('nothing is known of <second>');
    const types = JSON.parse(changes).Changes.map(
      (each: { ResourceRecordSet: { Type: string } }) => each.ResourceRecordSet.Type,
    );
    expect(types).toEqual(['A', 'MX']);
  });
});
