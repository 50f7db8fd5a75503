/** Reads a mail that SES has put into a bucket. Apart from the channels: only the function that reads replies needs what parses it, and the client of S3. */
import type { S3Client } from '@aws-sdk/client-s3';
import type { Email } from 'postal-mime';

/** @throws when it cannot be read */
export type ReadMail = (bucket: string, key: string) => Promise<Email>;

let client: S3Client | undefined;

export const readMail: ReadMail = async (Bucket, Key) => {
  const [{ GetObjectCommand, S3Client: Client }, { default: PostalMime }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('postal-mime'),
  ]);
  client ??= new Client({});
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  return PostalMime.parse((await Body?.transformToByteArray()) ?? new Uint8Array());
};
