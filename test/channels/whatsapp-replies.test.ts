/** What is read of the types of message that WhatsApp delivers. */
import { expect, it } from 'vitest';
import { readWhatsappReplies } from '#lib/channels/whatsapp/replies.ts';
import { pressed, said, whatsappReply } from '#test/functions/replies.ts';

const textOf = (message: object) =>
  readWhatsappReplies(whatsappReply('2348031234500', message).content, { id: 'p' })[0]?.text;

it.each<[object, string]>([
  [said('I paid'), 'I paid'],
  [pressed('Stop'), 'Stop'],
  [{ type: 'image', image: { id: '1', caption: 'My transfer' } }, 'My transfer [a picture was not kept]'],
  [{ type: 'image', image: { id: '1' } }, '[a picture was not kept]'],
  [{ type: 'video', video: { id: '1' } }, '[a video was not kept]'],
  [{ type: 'audio', audio: { id: '1', voice: true } }, '[a voice message was not kept]'],
  [{ type: 'document', document: { filename: 'r.pdf', caption: 'Receipt' } }, 'Receipt [a document was not kept]'],
  [{ type: 'location', location: { latitude: 1, longitude: 2 } }, '[a location was not kept]'],
  [{ type: 'contacts', contacts: [] }, '[a contact was not kept]'],
  [
    { type: 'unsupported', errors: [{ code: 131051 }], unsupported: { type: 'media_placeholder' } },
    '[a message of another kind was not kept]',
  ],
  [
    { type: 'system', system: { body: 'User A changed …', wa_id: '12195555358', type: 'user_changed_number' } },
    '[the number has changed to +12195555358]',
  ],
])('%j is %j', (message, text) => {
  expect(textOf(message)).toBe(text);
});

it.each([
  { type: 'reaction', reaction: { emoji: '👍' } },
  { type: 'sticker', sticker: { id: '1' } },
  { type: 'unsupported', unsupported: { type: 'poll_update' } },
  { type: 'system', system: { type: 'user_changed_user_id', user_id: 'US.1' } },
  { type: 'toString' },
  {},
])('%j is no reply', (message) => {
  expect(textOf(message)).toBeUndefined();
});

it('a person with a username has no phone', () => {
  const { content } = whatsappReply(undefined as never, said('STOP'), { id: 'wamid.1', answers: 'wamid.0' });
  expect(readWhatsappReplies(content, { id: 'p' })).toEqual([
    { channel: 'whatsapp', messageId: 'wamid.1', answers: 'wamid.0', text: 'STOP' },
  ]);
});
