/** Reads a mail that SES has put into a bucket. Apart from the channels: only the function that reads mails needs the client of S3. */
import type { S3Client } from '@aws-sdk/client-s3';

/** What is kept of a mail is far shorter; what is behind is mostly attachments, which are not kept. */
const MAX_BYTES = 262_144;

/** Its first 256 KB. @throws when it cannot be read */
export type ReadMail = (bucket: string, key: string) => Promise<Uint8Array>;

let client: S3Client | undefined;

export const readMail: ReadMail = async (Bucket, Key) => {
  const { GetObjectCommand, S3Client: Client } = await import('@aws-sdk/client-s3');
  client ??= new Client({});
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range: `bytes=0-${MAX_BYTES - 1}` }));
  return ((await Body?.transformToByteArray()) ?? new Uint8Array()).subarray(0, MAX_BYTES);
};
