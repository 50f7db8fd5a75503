/** In some worlds a business with an odd name and odd customers really writes to them: each letter of its messages, who they are from, and what each answer to them does. */
import { createAccount, setSupport } from '#infra/cli/commands/accounts.ts';
import { createKey } from '#infra/cli/commands/keys.ts';
import { getAccount } from '#lib/store/accounts.ts';
import type { Message } from '#test/simulation/aws/read-sent.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { expectCreate } from '#test/simulation/model/expected.ts';
import { nextOpening } from '#test/simulation/model/hours.ts';
import { accountOfId } from '#test/simulation/model/ids.ts';
import { messageFaults } from '#test/simulation/model/message.ts';
import { readMessage } from '#test/simulation/model/message-reader.ts';
import { ODD_TEXTS } from '#test/simulation/model/odd-texts.ts';
import { type AccountFacts, type Channel, type CreateBody, TONES, type Tone } from '#test/simulation/model/wire.ts';
import { ANSWERS, type Said } from './letters/answers.ts';
import { readPlans } from './letters/plans.ts';
import { askAll, judgeSame } from './own-business.ts';
import { receiptOf } from './receipts.ts';
import { replyOf, stamped } from './replies.ts';
import type { World } from './world.ts';

export const LETTERS = { name: 'letters', share: 0.1 };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LIFE = 2 * 1440;
const CUSTOMERS = 6;
const MAX_ANSWERS = 4;

/** The second is for whom WhatsApp does not know. */
const WAYS: readonly Channel[][] = [['whatsapp'], ['whatsapp', 'sms'], ['sms'], ['email']];
const WITHIN = 20 * MINUTE;

type Slot = { slot: number; tone: Tone; text: string };
type Written = {
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
type Writer = {
  world: World;
  random: Random;
  key: string;
  account: AccountFacts;
  written: Map<string, Written>;
  early: Message[];
};

/** The last of all: its customers answer only here. */
export async function writeLetters(world: World, without: ReadonlySet<string>): Promise<void> {
  const random = randomFrom(world.seed, LETTERS.name);
  if (without.has(LETTERS.name) || !random.bool(LETTERS.share)) return;
  const writer = await openWriter(world, random);
  const { sent } = world.oracle;
  const { customers, scanners, oddInbound } = world;
  Object.assign(world, { customers: { ...customers, got: () => {} }, scanners: { ...scanners, got: () => {} } });
  Object.assign(world, { oddInbound: { ...oddInbound, got: () => {} } });
  world.oracle.sent = (message) => {
    const { collectionId: id } = message;
    if (accountOfId(id) !== writer.account.id) sent(message);
    else if (writer.written.has(id)) got(writer, message);
    else writer.early.push(message);
  };
  await readPlans(writer, () => aText(random));
  await write(writer);
  for (const person of ['+2349090909090', '+221770909090']) answerNothing(world, person);
  await world.kernel.runUntil(world.kernel.now() + LIFE * MINUTE + HOUR);
  for (const each of writer.written.values()) await lookBack(writer, each);
  world.note('letters written');
}

/** Who has got nothing from us cannot answer anything: it is logged, and that is all. */
function answerNothing({ lambda, kernel }: World, to: string): void {
  const reply = replyOf({ channel: 'sms', to, id: 'a message of nobody' }, 'Who is this?');
  lambda.invokeLater('receive-reply', stamped(reply, kernel.now()));
}

/** With a name of any letters, as long as a name may be. */
function aName(random: Random): string {
  const odd = ['Kwame\'s "Best" Shop \\ Co.', '=?Shop?= of Ola', 'Café Ọlá & Fils', ...ODD_TEXTS];
  const long = `${random.pick(['Stores', 'Été', 'Ólà'])} and more `.repeat(random.between(0, 8));
  return `${random.pick(odd)} ${long}${random.pick(['', 'Ltd.'])}`.slice(0, 100).trim();
}

async function openWriter(world: World, random: Random): Promise<Writer> {
  const name = aName(random);
  const { id } = (await createAccount({ name, country: 'NG', test: true })).data as { id: string };
  const key = ((await createKey({ account: id })).data as { apiKey: string }).apiKey;
  const [phone, email] = [random.pick([undefined, '+2348012345678']), random.pick([undefined, 'help@letters.example'])];
  const given = { ...(phone && { phone }), ...(email && { email }) };
  if (phone ?? email) await setSupport({ account: id, ...given });
  const salt = (await getAccount(id))?.salt ?? '';
  const support = [phone, email].filter((way) => way !== undefined);
  world.otherNames.push({ name, support });
  return { world, random, key, account: { id, salt, name, support, country: 'NG' }, written: new Map(), early: [] };
}

const aText = (random: Random): string =>
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

async function write(writer: Writer): Promise<void> {
  const { world, random, key, written, early } = writer;
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
  for (const message of early.splice(0)) got(writer, message);
}

function got(writer: Writer, message: Message): void {
  const { world, account, written } = writer;
  const letter = written.get(message.collectionId) as Written;
  const { known, hours } = expectCreate(letter.body, account, letter.createdAt);
  const slot = letter.slots.find((each) => each.slot === message.slot);
  const about = `letter ${message.slot} to ${letter.body.contact.firstName} by ${message.channel}`;
  if (slot === undefined) {
    world.violate(14, `${about}: of no slot`);
    return;
  }
  const [zone = 'UTC'] = hours.zones;
  const expected = {
    account,
    collection: known,
    channels: letter.body.followUp?.channels ?? [],
    tone: slot.tone,
    zone,
    smsOneWay: true,
  };
  for (const fault of messageFaults(message, expected)) world.violate(14, `${about}: ${fault}`);
  letter.came.push({ slot: message.slot, channel: message.channel, at: world.kernel.now() });
  if (letter.isLost && message.channel === 'whatsapp') tellLost(world, message);
  if (message.channel !== letter.channel) return;
  const { words = slot.text } = readMessage(message.channel, message.text);
  judgeSame(world, `${about}, and as the plan shows it`, words, slot.text);
  if (letter.hasAnswered) return;
  letter.hasAnswered = true;
  for (const [index, { text }] of letter.said.entries())
    world.kernel.after((index + 1) * 5 * MINUTE, () =>
      world.lambda.invokeLater('receive-reply', stamped(replyOf(message, text), world.kernel.now())),
    );
}

function tellLost({ lambda, kernel }: World, message: Message): void {
  const lost = { ...message, failure: 'not_on_whatsapp', isTagged: true } as const;
  kernel.after(MINUTE, () => lambda.invokeLater('record-receipt', receiptOf(lost, 'failed', '', kernel.now())));
}

/** At once by SMS, and later never by WhatsApp again; at night it may be too late. */
function judgeLost({ world, account }: Writer, { id, body, createdAt, came }: Written): void {
  const [first] = came;
  if (first === undefined) return;
  const { hours } = expectCreate(body, account, createdAt);
  const isDay =
    nextOpening(first.at, hours) === first.at && nextOpening(first.at + WITHIN, hours) === first.at + WITHIN;
  const again = came.find(({ slot, channel }) => slot === first.slot && channel === 'sms');
  if (isDay && !(again !== undefined && again.at - first.at < WITHIN))
    world.violate(14, `${id}: lost by WhatsApp at ${new Date(first.at).toISOString()}, and not sent by SMS`);
  const last = came.at(-1)?.channel;
  if (came.length > 1 && last !== 'sms') world.violate(14, `${id}: by ${last}, which does not know the phone`);
}

/** Whoever stopped got nothing more; any other answer is kept as it was said. */
async function lookBack(writer: Writer, letter: Written): Promise<void> {
  const { world, key } = writer;
  const { id, channel, said, hasAnswered = false, slots, isRefused, isLost } = letter;
  if (isLost) judgeLost(writer, letter);
  const [shown, plan] = await askAll(world, [
    { operation: 'get-collection', key, id },
    { operation: 'get-follow-ups', key, id },
  ]);
  const events = (shown?.body.data?.events ?? []) as { type: string; data?: object }[];
  const told = events.filter(({ type }) => type.startsWith('contact.')).map(({ type, data }) => [type, data]);
  const refused: [string, object][] = [['contact.opted_out', { by: 'provider', channel }]];
  const answered = isRefused ? refused : hasAnswered ? said.flatMap((each) => each.told(channel)) : [];
  const words = said.map(({ text }) => text).join();
  judgeSame(world, `the answers ${words} to ${id}`, told, answered);
  const statuses = ((plan?.body.data?.slots ?? []) as { status: string; skipReason?: string }[]).map(
    ({ status, skipReason = status }) => skipReason,
  );
  const last = answered.findLast(([type]) => type !== 'contact.replied')?.[0];
  // An answer that is none of the words pauses what is to come.
  const isPaused = answered.some(([type]) => type === 'contact.replied');
  if ((isRefused || hasAnswered) && slots.length > 1 && !isPaused)
    judgeSame(world, `what came after ${words} to ${id}`, statuses.includes('opted_out'), last === 'contact.opted_out');
}
