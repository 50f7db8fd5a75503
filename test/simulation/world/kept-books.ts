/** In some worlds a business of its own records what it was paid in cash, several clerks at once: nothing is counted twice or lost, and every amount that cannot be is refused, by its reason. */
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { decimalsOf, format, toMinor } from '#test/simulation/model/money.ts';
import { CURRENCIES } from './everywhere.ts';
import { type Answer, type Asked, askAll, CLOCKS, judgeSame, openBusiness } from './own-business.ts';
import type { World } from './world.ts';

export const KEPT_BOOKS = { name: 'kept-books', share: 0.12 };

type Books = { world: World; random: Random; key: string; currency: string; unit: number };

const MINUTE = 60_000;
const MAX_MINOR = 10 ** 14;
const MAX_CLERKS = 5;

/** After all else, when nothing is broken any more. */
export async function keepBooks(world: World, without: ReadonlySet<string>): Promise<void> {
  const random = randomFrom(world.seed, KEPT_BOOKS.name);
  if (without.has(KEPT_BOOKS.name) || !random.bool(KEPT_BOOKS.share)) return;
  const key = await openBusiness('Kept Books');
  const currency = random.pick(['NGN', 'JPY', 'KWD', 'CLF', 'USD', random.pick(CURRENCIES)]);
  const books = { world, random, key, currency, unit: 10 ** decimalsOf(currency) };
  await refuseAmounts(books);
  await recordAtOnce(books);
  await recordWrong(books);
  world.note('books kept');
}

const bodyOf = (reference: string, amount: object) => ({
  reference,
  amount,
  contact: { firstName: 'Ama', lastName: 'Owusu', phone: '+233241230099', email: 'ama@books.example' },
  followUp: { enabled: false },
});

/** In major units, each with what is said of it; undefined where it is right. */
function amountsOf({ currency, unit, random }: Books): [number, string | undefined][] {
  const max = MAX_MINOR / unit;
  const decimals = decimalsOf(currency);
  const most = decimals === 0 ? 'no decimals' : `at most ${decimals} decimals`;
  return [
    [0, 'must be a number above 0'],
    [-random.between(1, 9), 'must be a number above 0'],
    [max + 1, `must be at most ${max} in ${currency}`],
    [max, undefined],
    [1 / unit, undefined],
    [0.5 / unit, `must have ${most} in ${currency}`],
    [7 + 0.1 / unit, `must have ${most} in ${currency}`],
    [random.between(1, 10 ** 9) / unit, undefined],
  ];
}

async function refuseAmounts({ world, key, ...books }: Books): Promise<void> {
  const amounts = amountsOf({ world, key, ...books });
  const asked = amounts.map(([value]) => preview(key, { value, currency: books.currency }));
  const others = ['NGX', 'XTS', 'XAU'].map((currency) => preview(key, { value: 1, currency }));
  const answers = await askAll(world, [...asked, ...others]);
  for (const [index, [value, message]] of amounts.entries()) {
    const right = message === undefined ? [200, undefined] : [400, [{ path: 'amount.value', message }]];
    judgeSame(world, `${value} ${books.currency}`, shownFaults(answers[index]), right);
  }
  for (const answer of answers.slice(amounts.length)) judgeSame(world, 'a currency that is none', answer?.status, 400);
}

const preview = (key: string, amount: object): Asked => ({
  operation: 'preview-follow-ups',
  key,
  method: 'POST',
  body: bodyOf('an amount', amount),
});

const shownFaults = (answer: Answer | undefined) => [answer?.status, answer?.body.errors];

type Recorded = { minor: number; transaction: string };

/** Some of them the same twice. The collection is paid as soon as all is enough. */
async function recordAtOnce(books: Books): Promise<void> {
  const { world, random, key, currency, unit } = books;
  const amount = { value: random.between(100, 10 ** 6) / unit, currency };
  const due = toMinor(amount);
  const [made] = await askAll(world, [
    { operation: 'create-collection', key, method: 'POST', body: bodyOf('at once', amount) },
  ]);
  if (made?.status !== 201) return world.violate(9, `a create was answered ${made?.status}`);
  const { id } = made.body.data;
  const clerks = random.between(2, MAX_CLERKS);
  const each = random.bool(0.5) ? Math.ceil(due / clerks) : Math.max(1, Math.floor(due / clerks) - 1);
  const payments: Recorded[] = Array.from({ length: clerks }, (_, index) => ({
    minor: each,
    transaction: `receipt ${index}`,
  }));
  const twice = random.pick(payments);
  const body = ({ minor, transaction }: Recorded) => ({
    amount: { value: minor / unit, currency },
    method: 'cash',
    transaction,
  });
  const answers = await askAll(
    world,
    [...payments, twice].map((payment) => ({
      operation: 'record-payment',
      key,
      method: 'POST',
      id,
      body: body(payment),
    })),
  );
  const statuses = answers.map((answer) => answer?.status);
  judgeSame(world, `${clerks} payments and one again`, statuses.toSorted(), [...payments.map(() => 201), 409]);
  const received = each * clerks;
  const refund = {
    amount: { value: (received + 1) / unit, currency },
    kind: 'refund',
    method: 'cash',
    transaction: 'back',
  };
  const [refused, listed, shown] = await askAll(world, [
    { operation: 'record-payment', key, method: 'POST', id, body: refund },
    { operation: 'list-payments', key, id },
    { operation: 'get-collection', key, id },
  ]);
  const most = `Only ${format(received, currency)} has been received`;
  judgeSame(
    world,
    'a refund of too much',
    [refused?.status, refused?.body.code, refused?.body.message],
    [409, 'refund_exceeds_received', most],
  );
  judgeSame(
    world,
    'the payments',
    listed?.body.data.map((row: { transaction: string; amount: object }) => [row.transaction, row.amount]).toSorted(),
    payments.map(({ transaction, minor }) => [transaction, { value: minor / unit, currency }]),
  );
  const { status, balance } = shown?.body.data ?? {};
  const outstanding = Math.max(0, due - received);
  judgeSame(
    world,
    'what was received',
    [status, balance],
    [
      outstanding === 0 ? 'completed' : 'pending',
      { received: { value: received / unit, currency }, outstanding: { value: outstanding / unit, currency } },
    ],
  );
}

/** Of a time to come, in another currency, and with neither a name nor a key to be known again by. */
async function recordWrong({ world, key, currency, unit }: Books): Promise<void> {
  const other = currency === 'EUR' ? 'USD' : 'EUR';
  const [made] = await askAll(world, [
    { operation: 'create-collection', key, method: 'POST', body: bodyOf('wrong', { value: 1_000 / unit, currency }) },
  ]);
  const id = made?.body.data.id;
  const amount = { value: 10 / unit, currency };
  const at = (after: number) => new Date(world.kernel.now() + after).toISOString();
  const future = { path: 'paidAt', message: 'must not be in the future' };
  const unnamed = { path: 'transaction', message: 'is required, unless there is an Idempotency-Key' };
  const cases: [object, number, object[] | undefined][] = [
    [{ amount, method: 'cash', transaction: 'late', paidAt: at(MINUTE) }, 400, [future]],
    [{ amount, method: 'cash', paidAt: at(MINUTE) }, 400, [unnamed, future]],
    [{ amount, method: 'cash' }, 400, [unnamed]],
    [
      { amount: { value: 10, currency: other }, method: 'cash', transaction: 'other' },
      400,
      [{ path: 'amount.currency', message: `must be ${currency}` }],
    ],
    [{ amount, method: 'cheque', transaction: 'past', paidAt: at(-CLOCKS), note: 'No. 7' }, 201, undefined],
  ];
  const answers = await askAll(
    world,
    cases.map(([body]) => ({ operation: 'record-payment', key, method: 'POST', id, body })),
  );
  for (const [index, [body, status, errors]] of cases.entries())
    judgeSame(world, JSON.stringify(body), shownFaults(answers[index]), [status, errors]);
}
