/** Measures creates and reads per second over HTTP with 1, 8 and 64 connections to a local run in its own process. */

import { aContactBody, aCreateBody } from '#test/support/a-create-body.ts';
import { startLocalRun } from '#test/support/local-run.ts';
import { median, ratio } from './median.ts';
import { openConnections, type Send } from './open-connections.ts';
import type { Row, Table } from './report.ts';

const CONNECTIONS = [1, 8, 64];
const CONTACTS = 200;
const WARM_UP_SECONDS = 1;

type Load = { name: string; request: (send: Send, nth: number) => Promise<unknown> };
type Rate = { perSecond: number; medianMs: number };

export async function connections(seconds: number): Promise<Table[]> {
  const run = await startLocalRun();
  try {
    const { baseUrl, apiKey } = run;
    const ids: string[] = [];
    const loads: Load[] = [
      { name: 'create', request: async (send, nth) => void ids.push(await create(send, nth)) },
      { name: 'get', request: (send, nth) => send('GET', `/public/collections/${ids[nth % ids.length]}`, 200) },
    ];
    const rows: Row[] = [];
    await drive(loads[0] as Load, { baseUrl, apiKey, wide: 8, seconds: WARM_UP_SECONDS });
    for (const load of loads) {
      const rates: Rate[] = [];
      for (const wide of CONNECTIONS) rates.push(await drive(load, { baseUrl, apiKey, wide, seconds }));
      rows.push(...rates.map((rate, index) => rowOf(load.name, CONNECTIONS[index] ?? 0, rate, rates[0] ?? rate)));
    }
    const notes = [
      `One account, ${CONTACTS} contacts, ${seconds} s each; client, service and DynamoDB share the machine.`,
    ];
    return [{ title: 'Connections: rate over that of one connection', notes, rows }];
  } finally {
    await run.stop();
  }
}

const rowOf = (request: string, wide: number, rate: Rate, one: Rate): Row => ({
  request,
  connections: wide,
  rate: ratio(rate.perSecond, one.perSecond),
  latency: ratio(rate.medianMs, one.medianMs),
  'per second here': Math.round(rate.perSecond),
});

let references = 0;

async function create(send: Send, nth: number): Promise<string> {
  references += 1;
  const person = String(nth % CONTACTS).padStart(3, '0');
  const contact = aContactBody({ phone: `+2348031234${person}`, email: `person-${person}@example.com` });
  const body = aCreateBody({ reference: `order-${references}`, contact });
  return ((await send('POST', '/public/collections', 201, body)) as { data: { id: string } }).data.id;
}

type Drive = { baseUrl: string; apiKey: string; wide: number; seconds: number };

/** Keeps this number of connections busy for the given time. */
async function drive({ request }: Load, { baseUrl, apiKey, wide, seconds }: Drive): Promise<Rate> {
  const { send, close } = openConnections(baseUrl, apiKey, wide);
  const from = performance.now();
  const until = from + seconds * 1000;
  const ms: number[] = [];
  let nth = 0;
  const keepBusy = async () => {
    while (performance.now() < until) {
      const sent = performance.now();
      nth += 1;
      await request(send, nth);
      ms.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: wide }, keepBusy));
  const took = (performance.now() - from) / 1000;
  close();
  return { perSecond: ms.length / took, medianMs: median(ms) };
}
