/** The emails that sign a member in: a link for each account, in plain text and in HTML, where a name is never markup. */
import { expect, it } from 'vitest';
import { INVITATION_DAYS, LINK_MINUTES } from '#lib/domain/member-sign-in.ts';
import { invitationEmail, signInEmail } from '#lib/domain/sign-in-email.ts';

const link = 'https://collections.example/console#a=1&b=2';
const ways = [
  { merchant: 'Ada & <b>Sons</b>', link },
  { merchant: 'x'.repeat(70), link: 'https://collections.example/console#c' },
];

it('has a link for each account of the reader, and says how long they work', () => {
  const { channel, subject, text, html, headers } = signInEmail(ways, 'en');
  expect({ channel, subject, headers }).toEqual({ channel: 'email', subject: 'Your link to sign in', headers: {} });
  const [before, first, second, after, ...more] = text.split('\n\n');
  expect(more).toEqual([]);
  expect(before).toContain(`within ${LINK_MINUTES} minutes`);
  expect(first).toBe(`Sign in to Ada & <b>Sons</b>:\n${link}`);
  expect(second).toBe(`Sign in to ${'x'.repeat(59)}…:\nhttps://collections.example/console#c`);
  expect(after).toContain('If it was not you who asked');
  expect(html.match(/<p>.*?<\/p>/g)).toHaveLength(4);
  expect(html).toContain(
    '<a href="https://collections.example/console#a=1&amp;b=2">Sign in to Ada &amp; &lt;b&gt;Sons&lt;/b&gt;</a>',
  );
});

it('an invitation says who invites, and for how many days', () => {
  const email = invitationEmail({ merchant: 'Acme', link }, 'en');
  expect(email.subject).toBe('You are invited to Acme');
  const [before, way, after] = email.text.split('\n\n');
  expect(before).toContain(`added you to Acme`);
  expect(before).toContain(`within ${INVITATION_DAYS} days`);
  expect(way).toBe(`Sign in to Acme:\n${link}`);
  expect(after).toContain('If you do not know this business');
});
