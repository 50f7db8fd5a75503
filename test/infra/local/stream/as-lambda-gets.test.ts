/** What a record of the stream says is what Lambda hands over. */
import { expect, it } from 'vitest';
import { asLambdaGets } from '#infra/local/stream/as-lambda-gets.ts';

it('bytes are texts in base64, wherever they stand, instants are seconds, and the rest is as JSON has it', () => {
  const bytes = { B: Buffer.from('one') };
  const shown = {
    Keys: { pk: { S: 'a' } },
    NewImage: { one: bytes, all: { L: [{ B: Uint8Array.of(1) }, { N: '2' }] } },
  };
  expect(asLambdaGets(shown)).toEqual({
    Keys: { pk: { S: 'a' } },
    NewImage: { one: { B: 'b25l' }, all: { L: [{ B: 'AQ==' }, { N: '2' }] } },
  });
  expect(asLambdaGets({ at: new Date(1_500), none: undefined, no: null })).toEqual({
    at: 1.5,
    no: null,
  });
});
