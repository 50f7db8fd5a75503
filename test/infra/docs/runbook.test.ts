/** What `npm run test:region` reads of the runbook's steps for the loss of a Region, and fills in. */
import { describe, expect, it } from 'vitest';
import { filled, readLossOfRegion } from '#infra/deployed/region-loss/runbook.ts';

const { changes } = readLossOfRegion();

describe('the runbook for the loss of a Region', () => {
  it('what an operator fills in is said, and the records that move are those of the domain and of mail', () => {
    expect(filled('aws x --region <second>', { '<second>': 'eu-central-1' })).toBe('aws x --region eu-central-1');
    expect(() => filled('aws x --region <second>', {})).toThrow('nothing is known of <second>');
    const types = JSON.parse(changes).Changes.map(
      (each: { ResourceRecordSet: { Type: string } }) => each.ResourceRecordSet.Type,
    );
    expect(types).toEqual(['A', 'MX']);
  });
});
