/** Entries of the audit log. */
import { expect, it } from 'vitest';
import { auditedUntil, newAuditEntry } from '#lib/domain/audit.ts';
import { newMember } from '#lib/domain/member.ts';

const now = new Date('2026-03-02T09:00:00.500Z');
const bola = newMember('mbr_1', { name: 'Bola', role: 'agent' }, now);
const ada = { id: 'mbr_2', name: 'Ada' };

it('an entry says when, what and about whom, and nothing else of the member', () => {
  expect(newAuditEntry('signed_in', { member: bola }, now)).toEqual({
    at: '2026-03-02T09:00:00.500Z',
    what: 'signed_in',
    member: { id: 'mbr_1', name: 'Bola' },
  });
});

it('an entry names who did it, unless members did it to themselves', () => {
  const entry = newAuditEntry('member_changed', { member: bola, by: ada, detail: 'agent → viewer' }, now);
  expect(entry).toMatchObject({ by: ada, detail: 'agent → viewer' });
  expect(newAuditEntry('member_changed', { member: bola, by: bola }, now)).not.toHaveProperty('by');
});

it('an entry is kept for 400 days', () => {
  const until = auditedUntil(newAuditEntry('denied', { member: bola }, now));
  expect(new Date(until * 1000).toISOString()).toBe('2027-04-06T09:00:01.000Z');
});
