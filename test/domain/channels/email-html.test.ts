/** The HTML of an email, whole. */
import { expect, it } from 'vitest';
import { mailBrandOf } from '#lib/domain/brand.ts';
import { type EmailMessage, emailHtml, renderEmail } from '#lib/domain/channels/email/render.ts';
import { aMessage } from '#test/domain/message/a-message.ts';

const parts = { paragraphs: ['Hello'], pay: { text: 'Pay' }, merchant: 'Acme', imprint: [], why: 'Because.' };

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

it('the logo is above an email, as large as fits, and its name stands where no pictures are shown', () => {
  const logo = { file: 'a.png', width: 400, height: 100 };
  const brand = mailBrandOf({ logo, color: '#ffcc00' }, 'https://pay.example');
  const { html, text } = renderEmail(aMessage({ channel: 'email', merchant: 'Acme & Co', brand })) as EmailMessage;
  const picture =
    '<p><img src="https://pay.example/logo/a.png" alt="Acme &amp; Co" width="200" height="50" style="border:0"></p>';
  expect(html.split('\n').at(4)?.endsWith(`">`)).toBe(true);
  expect(html.split('\n').at(5)).toBe(picture);
  expect(text).not.toContain('logo');
});

it('programs for mails show no SVG, so it is not in an email', () => {
  const brand = mailBrandOf({ logo: { file: 'a.svg', width: 40, height: 10 } }, 'https://pay.example');
  expect((renderEmail(aMessage({ channel: 'email', brand })) as EmailMessage).html).not.toContain('<img');
});

it('an email says who stands behind the name, in text and HTML, with a button in its colour that can be read', () => {
  const brand = {
    color: '#ffcc00',
    legalName: 'Acme <Limited>',
    address: '12 Marina Road',
    website: 'https://acme.example',
  };
  const { text, html } = renderEmail(aMessage({ channel: 'email', merchant: 'Acme', brand })) as EmailMessage;
  expect(text).toContain('\n\nAcme\nAcme <Limited>\n12 Marina Road\nhttps://acme.example\n\n-- \n');
  expect(html).toContain('<p>Acme<br>Acme &lt;Limited&gt;<br>12 Marina Road<br>https://acme.example</p>');
  expect(html).toContain('background:#8f7200;color:#ffffff');
  const plain = renderEmail(aMessage({ channel: 'email' })) as EmailMessage;
  expect(plain.html).toContain('background:#0b57d0;color:#ffffff');
});
