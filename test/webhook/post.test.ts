/** Calls of receivers: no address that is not public is ever connected to, however it is written. */
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { postTo, postWebhook } from '#lib/webhook/post.ts';
import { checkUrl, isPublicAddress, isRefused } from '#lib/webhook/public-address.ts';
import { useCanary, useDns } from './receivers.ts';

const { dns, receivers } = useDns();
const localReceivers = { ...receivers, rules: { ...receivers.rules, allowsLoopback: true } };
const canary = useCanary();
const post = (url: string, port?: number) =>
  postWebhook({ ...receivers, ...(port !== undefined && { port }) }, { url, headers: {}, body: '{}' });

const SPELLINGS = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://①②⑦.⓪.⓪.①/',
  'https://0/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://168.63.129.16/machine',
  'https://8.8.8.8/',
  'http://shop.example/',
  'https://shop.example:8443/',
  'https://user:secret@shop.example/',
  'https://user@shop.example/',
  'https://shop.example/#part',
  'https://shop.example/#',
  'https://collections.example/public/collections',
  'https://COLLECTIONS.example./',
  'ftp://shop.example/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'javascript:alert(1)',
  'shop.example',
  '',
  `https://shop.example/${'x'.repeat(2048)}`,
  'http://127.0.0.1:9001/2018-06-01/runtime/invocation/next',
  'http://localhost/',
];

const NOT_PUBLIC = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.254'],
  ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.1.1'],
  ...['198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '64:ff9b::808:808', '100::1'],
  ...['2001::1', '2001:10::1', '2001:20::1', '2001:db8::1', '2002:7f00:1::', '2002:808:808::', '3fff::1', '5f00::1'],
  ...['fc00::1', 'fd12::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', 'fd00:ec2::254', 'nonsense', '', '1'],
];

const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.0.1',
  '100.128.0.1',
  '192.167.0.1',
  '223.1.1.1',
];
const PUBLIC_V6 = ['2606:4700::1111', '2a00:1450:4001::1', '2001:4860:4860::8888', '2400:cb00::1', '2003::1'];

describe('addresses', () => {
  it.each(NOT_PUBLIC)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each([...PUBLIC, ...PUBLIC_V6])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
});

it.each(SPELLINGS)('a webhook to %s is refused without a connection', async (url) => {
  dns.set('shop.example', [['127.0.0.1']]);
  dns.set('localhost', [['127.0.0.1']]);
  expect(isRefused(await checkUrl(receivers, url))).toBe(true);
  expect(await post(url)).toMatchObject({ error: 'blocked' });
  expect(canary.connections).toBe(0);
});

it.each(['localhost', 'localhost.', 'internal.shop.example', 'metadata.google.internal'])(
  'the host %s, which resolves to this machine, is refused without a connection',
  async (host) => {
    dns.set(host, [['127.0.0.1']]);
    expect(await post(`https://${host}/`)).toMatchObject({ error: 'blocked' });
    expect(canary.connections).toBe(0);
  },
);

it('a host with one private address among public ones is refused', async () => {
  dns.set('shop.example', [['8.8.8.8', '10.0.0.1']]);
  expect(await post('https://shop.example/')).toMatchObject({ error: 'blocked' });
  dns.set('shop.example', [['8.8.8.8', '::1']]);
  expect(await post('https://shop.example/')).toMatchObject({ error: 'blocked' });
});

it('a DNS that answers a public address first and this machine afterwards gets no connection to this machine', async () => {
  dns.set('rebind.example', [['203.0.112.1'], ['127.0.0.1']]);
  // The check takes the first answer, and the connection goes there: nobody asks a second time.
  expect(await post('https://rebind.example/', canary.port)).toMatchObject({
    error: expect.stringMatching(/timeout|connect/),
  });
  expect(dns.get('rebind.example')).toEqual([['127.0.0.1']]);
  expect(await post('https://rebind.example/', canary.port)).toMatchObject({ error: 'blocked' });
  expect(canary.connections).toBe(0);
});

it('a host that nobody knows is an error of the DNS', async () => {
  expect(await post('https://nobody.example/')).toMatchObject({ error: 'dns' });
});

describe('with the setting of the local run', () => {
  it.each(['http://127.0.0.1', 'http://localhost'])('a receiver at %s may be on this machine', async (base) => {
    dns.set('127.0.0.1', [['127.0.0.1']]);
    dns.set('localhost', [['127.0.0.1']]);
    expect(isRefused(await checkUrl(localReceivers, `${base}:4000/webhooks`))).toBe(false);
  });

  it.each(['http://10.0.0.1:4000/', 'http://shop.example/', 'http://[fe80::1]/', 'https://127.0.0.1/'])(
    '%s is refused all the same',
    async (url) => {
      expect(isRefused(await checkUrl(localReceivers, url))).toBe(true);
    },
  );

  it('a host called localhost that resolves elsewhere is refused', async () => {
    dns.set('localhost', [['10.0.0.1']]);
    expect(isRefused(await checkUrl(localReceivers, 'http://localhost:4000/'))).toBe(true);
  });
});

it('a receiver without valid TLS is an error of TLS, and is asked for by the name of its host', async () => {
  let hello = '';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      hello = bytes.toString('latin1');
      socket.end('this is no TLS');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const checked = { url: new URL('https://shop.example/webhooks'), addresses: ['127.0.0.1'] };
  const posted = await postTo({ ...receivers, port }, { checked, headers: {}, body: '{}' }, AbortSignal.timeout(2_000));
  expect(posted).toEqual({ error: 'tls' });
  expect(hello).toContain('shop.example');
  server.close();
});

describe('the local run’s own address', () => {
  const own = { ports: ['3000', '80'], receiverPath: '/_local/receiver/webhooks' };
  const local = { ...localReceivers, rules: { ...localReceivers.rules, own } };
  const check = async (url: string) => isRefused(await checkUrl({ ...local, resolve: async () => ['127.0.0.1'] }, url));

  it.each([
    'http://127.0.0.1:3000/',
    'http://127.1:3000/webhooks',
    'http://0x7f000001:3000/',
    'http://2130706433:3000/',
    'http://localhost:3000/public/collections',
    'http://LOCALHOST:03000/',
    'http://localhost.:3000/',
    'http://[::1]:3000/',
    'http://[0:0:0:0:0:0:0:1]:3000/',
    'http://[::ffff:127.0.0.1]:3000/',
    'http://127.0.0.1/',
    'http://127.0.0.1:3000/_local/receiver/webhooks/../clock',
    'http://127.0.0.1:3000/_local/receiver/webhooks/',
  ])('%s is refused as an endpoint', async (url) => {
    expect(await check(url)).toBe(true);
  });

  it.each([
    'http://127.0.0.1:4000/',
    'http://localhost:8080/webhooks',
    'http://[::1]:4000/',
    'http://127.0.0.1:3000/_local/receiver/webhooks',
  ])('%s is accepted: a receiver of a developer, or of the workbench', async (url) => {
    expect(await check(url)).toBe(false);
  });
});
