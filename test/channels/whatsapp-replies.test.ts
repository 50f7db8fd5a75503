/** What is read of the types of message that WhatsApp delivers. */
import { expect, it } from 'vitest';
import { readWhatsappReplies } from '#lib/channels/whatsapp/replies.ts';
import { pressed, said, whatsappReply } from '#test/functions/replies.ts';

const textOf = (message: object): string | undefined =>
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
])('%j is %j', (message, text) => {
  expect(textOf(message)).toBe(text);
});

it.each([
  { type: 'reaction', reaction: { emoji: '👍' } },
  { type: 'sticker', sticker: { id: '1' } },
  { type: 'toString' },
  {},
])('%j is no reply', (message) => {
  expect(textOf(message)).toBeUndefined();
});
