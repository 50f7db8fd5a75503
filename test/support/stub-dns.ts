/** A DNS server of this test file, which answers every question with one mail server; RFC 1035 has the format. */
import { createSocket } from 'node:dgram';
import { promises as dns } from 'node:dns';
import { once } from 'node:events';
import { afterAll } from 'vitest';

const HEADER_BYTES = 12;
/** After the name of a question: its type and its class. */
const QUESTION_END = 4;
const NAME_OF_THE_QUESTION = 0xc00c;

/** The process asks it from now on, until the file ends. */
export async function answerMx(mailServer: () => string): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (asked, { port, address }) => socket.send(answerTo(asked, mailServer()), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const before = dns.getServers();
  dns.setServers([`127.0.0.1:${socket.address().port}`]);
  afterAll(() => {
    dns.setServers(before);
    socket.close();
  });
}

function answerTo(asked: Buffer, mailServer: string): Buffer {
  const question = asked.subarray(HEADER_BYTES, asked.indexOf(0, HEADER_BYTES) + 1 + QUESTION_END);
  const labels = mailServer.split('.').map((label) => Buffer.from(String.fromCharCode(label.length) + label));
  const exchange = Buffer.concat([...labels, Buffer.from([0])]);
  const numbers = (...each: number[]) => Buffer.concat(each.map((number) => Buffer.from([number >> 8, number & 255])));
  // A response without an error: one question, one answer. The answer: MX, Internet, for a minute.
  const header = numbers(asked.readUInt16BE(0), 0x8180, 1, 1, 0, 0);
  const answer = numbers(NAME_OF_THE_QUESTION, 15, 1, 0, 60, exchange.length + 2, 10);
  return Buffer.concat([header, question, answer, exchange]);
}
