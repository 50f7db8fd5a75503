/** `piped.ts <name> <command> …`: the round trip of a client in another language, a program that reads a call on each line and answers on a line. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { main, type Refused, type Shown } from './round-trip.ts';

type Answer = { status: number; body: { data?: unknown; meta?: { count: number | null; next?: number | null } } };

const [name = '', command = '', ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface(child.stdout)[Symbol.asyncIterator]();

async function ask(call: object): Promise<Answer['body']> {
  child.stdin.write(`${JSON.stringify(call)}\n`);
  const { value, done } = await lines.next();
  if (done) throw new Error(`${name} ended`);
  const answer = JSON.parse(value as string) as Answer;
  if (answer.status >= 300) throw answer;
  return answer.body;
}

void main(name, {
  create: async (body) => (await ask({ call: 'create', body })).data as Shown,
  get: async (id) => (await ask({ call: 'get', id })).data as Shown,
  list: async (page) => {
    const { data, meta } = await ask({ call: 'list', page });
    return { ids: (data as Shown[]).map(({ id }) => id), count: null, ...meta };
  },
  refusalOf: async (error) => error as Refused,
}).finally(() => child.stdin.end());
