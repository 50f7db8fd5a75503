/** A business with an odd name, and what it asks for: customers with odd names, and for each a collection. */

import { setSupport } from '#infra/cli/commands/accounts.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { table } from '#lib/store/table/live-table.ts';
import type { Message } from '#test/simulation/aws/read-sent.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import { ODD_TEXTS } from '#test/simulation/model/odd-texts.ts';
import { type AccountFacts, type Channel, type CreateBody, TONES, type Tone } from '#test/simulation/model/wire.ts';
import { accountOf, askAll, judgeSame, openBusiness } from '#test/simulation/world/own-business.ts';
import type { World } from '#test/simulation/world/world.ts';
import { ANSWERS, type Said } from './answers.ts';

/** In minutes. */
export const LIFE = 2 * 1440;
const CUSTOMERS = 6;
const EMAILS = ['help@letters.example', 'help.desk+1@mail.letters.example'];
const MAX_ANSWERS = 4;

/** The second is for whom WhatsApp does not know. */
const WAYS: readonly Channel[][] = [['whatsapp'], ['whatsapp', 'sms'], ['sms'], ['email']];

type Slot = { slot: number; tone: Tone; text: string };
export type Written = {
  id: string;
  body: CreateBody;
  createdAt: number;
  channel: Channel;
  slots: Slot[];
  isRefused: boolean;
  /** One after the other, once the first message has come. */
  said: readonly Said[];
  hasAnswered?: boolean;
  /** WhatsApp says that it does not know the phone. */
  isLost: boolean;
  /** What came of each slot. */
  came: { slot: number; channel: Channel; at: number }[];
};
export type Writer = {
  world: World;
  random: Random;
  key: string;
  account: AccountFacts;
  written: Map<string, Written>;
  /** Sent before their plans were read. */
  early: Message[];
};

/** With a name of any letters, as long as a name may be. */
function aName(random: Random): string {
  const odd = ['Kwame\'s "Best" Shop \\ Co.', '=?Shop?= of Ola', 'Café Ọlá & Fils', ...ODD_TEXTS];
  const long = `${random.pick(['Stores', 'Été', 'Ólà'])} and more `.repeat(random.between(0, 8));
  return `${random.pick(odd)} ${long}${random.pick(['', 'Ltd.'])}`.slice(0, 100).trim();
}

export async function openWriter(world: World, random: Random): Promise<Writer> {
  const name = aName(random);
  const key = await openBusiness(name);
  const id = accountOf(key);
  const [phone, email] = [random.pick([undefined, '+2348012345678']), random.pick([undefined, ...EMAILS])];
  const given = { ...(phone && { phone }), ...(email && { email }) };
  if (phone ?? email) await setSupport({ account: id, ...given });
  const salt = (await getAccount(table, id))?.salt ?? '';
  const support = [phone, email].filter((way) => way !== undefined);
  world.otherNames.push({ name, support });
  return { world, random, key, account: { id, salt, name, support, country: 'NG' }, written: new Map(), early: [] };
}

export const aText = (random: Random): string =>
  random.bool(0.5) ? random.pick(ODD_TEXTS) : 'words and more words '.repeat(random.between(1, 10)).trim();

function aBody({ random }: Writer, index: number): CreateBody {
  const phone = random.pick(['+23480312350', '+2217712350']) + String(index).padStart(2, '0');
  const firstName = random.bool(0.5) ? 'Ngozi' : aText(random).slice(0, 100);
  return {
    reference: `${index} ${random.bool(0.5) ? '' : aText(random)}`.trim().slice(0, 200),
    amount: { value: random.between(1, 10 ** 7) / 100, currency: 'NGN' },
    contact: { firstName, lastName: 'Eze', phone, email: `ngozi-${index}@letters.example` },
    expiresIn: LIFE,
    ...(random.bool(0.7) && { metadata: { description: aText(random) } }),
    payable: { enabled: random.bool(0.7), methods: [] },
    followUp: { startAfter: 0, cadence: 'daily', channels: random.pick(WAYS), tone: random.pick(TONES) },
  };
}

export async function write(writer: Writer): Promise<void> {
  const { world, random, key, written } = writer;
  const letters = Array.from({ length: CUSTOMERS }, (_, index) => {
    const body = aBody(writer, index);
    const [channel = 'email'] = body.followUp?.channels ?? [];
    const isRefused = channel === 'sms' && random.bool(0.3);
    if (isRefused) world.refusedBySms.add(body.contact.phone);
    const isLost = (body.followUp?.channels ?? []).length > 1;
    const answers = channel === 'email' || isLost ? 0 : random.between(0, MAX_ANSWERS);
    const said = Array.from({ length: answers }, () => random.pick(ANSWERS));
    // The same words again are the same reply.
    return { body, channel, isRefused, isLost, said: [...new Set(said)] };
  });
  const made = await askAll(
    world,
    letters.map(({ body }) => ({ operation: 'create-collection', key, method: 'POST', body })),
  );
  judgeSame(
    world,
    'creates with odd texts',
    made.map((answer) => answer?.status),
    letters.map(() => 201),
  );
  const ids = made.map((answer) => String(answer?.body.data?.id));
  const plans = await askAll(
    world,
    ids.map((id) => ({ operation: 'get-follow-ups', key, id })),
  );
  for (const [index, letter] of letters.entries()) {
    const id = ids[index] ?? '';
    const createdAt = Date.parse(made[index]?.body.data?.createdAt);
    written.set(id, { ...letter, id, createdAt, came: [], slots: (plans[index]?.body.data?.slots ?? []) as Slot[] });
  }
}
