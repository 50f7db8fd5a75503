/** The HTML of an email, whole. */
import { expect, it } from 'vitest';
import { emailHtml, renderEmail } from '#lib/domain/channels/email/render.ts';
import { aMessage } from '#test/domain/message/a-message.ts';

const parts = { paragraphs: ['Hello'], pay: { text: 'Pay' }, merchant: 'Acme', why: 'Because.' };

it('an email without a link to pay and without one out of reminders ends with why it was sent', () => {
  const html = emailHtml(parts, { language: 'en', title: 'T' });
  expect(html.split('\n').slice(-5)).toEqual([
    '<p>Hello</p>',
    '<p>Pay</p>',
    '<p>Acme</p>',
    '<p style="color:#57606a;font-size:13px">Because.</p>',
    '</main></body></html>',
  ]);
});

it('an email without a link out of reminders has no header for one', () => {
  expect(renderEmail(aMessage({ channel: 'email', optOutLink: undefined })).headers).toEqual({});
});
