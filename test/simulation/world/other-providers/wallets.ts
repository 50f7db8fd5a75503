/** Payments by phone: the network of a number, or what the payer chooses on the page, and the code that some networks give. */
import { choicesIn, MOBILE_CURRENCIES, NUMBERS, nameAtFlutterwave } from '#test/simulation/model/capabilities.ts';
import { readPhone } from '#test/simulation/model/people.ts';
import { AMOUNT, type Business, type Made, make, PAYER, same, sessionOf, visitPage } from './business.ts';

const MINUTE = 60_000;
/** How long a request to a phone may be approved. */
const PROMPT = 15 * MINUTE;
const SLACK = 20_000;

type Number_ = (typeof NUMBERS)[number];

/** What Flutterwave must be asked. */
const chargeOf = (made: Made, { currency, country, phone }: Number_, wallet: { network: string; session: number }) => ({
  tx_ref: sessionOf(made, 'mobile_money', wallet.session),
  amount: AMOUNT,
  currency,
  email: PAYER.email,
  phone_number: phone.slice(1),
  redirect_url: `https://collections.example/pay/${made.token}?returned=1`,
  network: nameAtFlutterwave(currency, wallet.network),
  ...(['XAF', 'XOF'].includes(currency) && { country }),
  ...(currency === 'RWF' && { order_id: sessionOf(made, 'mobile_money', wallet.session) }),
});

/** At once where the number tells its network. */
export async function payByPhone(business: Business): Promise<void> {
  const { random } = business;
  const number = random.pick(NUMBERS);
  const { currency, phone, network } = number;
  if (!readPhone(phone, 'NG').reachable) return;
  const methods = ['payment_link', 'mobile_money'];
  const made = await make(business, { provider: 'flutterwave', currency, phone, methods });
  if (made === undefined) return;
  const about = `mobile money of ${phone} in ${currency}`;
  const [, option] = made.options;
  same(
    business,
    about,
    made.asked.map(({ body }) => body),
    network ? [chargeOf(made, number, { network, session: 1 })] : [],
  );
  if (network === undefined) {
    same(business, `${about}: its option`, option, undefined);
    return chooseNetwork(business, made, number);
  }
  const { expiresAt = '', ...shown } = option ?? {};
  const right = {
    method: 'mobile_money',
    provider: network,
    phone,
    instructions: 'Approve the payment on your phone.',
  };
  same(business, `${about}: its option`, shown, right);
  const late = Date.parse(expiresAt) - made.createdAt - PROMPT;
  if (!(Math.abs(late) < SLACK)) business.world.violate(14, `${about}: until ${expiresAt}`);
}

async function chooseNetwork(business: Business, made: Made, number: Number_): Promise<void> {
  const { served, random } = business;
  const { currency } = number;
  const { html } = await visitPage(business, made);
  const choices = [...html.matchAll(/<option>([^<]*)<\/option>/g)].map(([, name]) => name);
  same(business, `the networks of ${currency}`, choices, choicesIn(currency));
  const network = random.pick(choicesIn(currency));
  served.asked.length = 0;
  const chosen = await visitPage(business, made, { method: 'mobile_money', network });
  same(
    business,
    `${network} in ${currency}`,
    served.asked.map(({ body }) => body),
    [chargeOf(made, number, { network, session: 2 })],
  );
  if (chosen.status !== 200 || !chosen.html.includes(`${network}</h2>`))
    business.world.violate(14, `the page of ${network} in ${currency}: ${chosen.status}`);
}

/** A name that the page does not offer opens nothing. */
export async function chooseNothing(business: Business): Promise<void> {
  const { served, random } = business;
  const currency = random.pick(MOBILE_CURRENCIES.filter((each) => each !== 'XAF' && each !== 'XOF'));
  const number = NUMBERS.find((each) => each.currency === currency && each.network === undefined);
  if (number === undefined || !readPhone(number.phone, 'NG').reachable) return;
  const methods = ['payment_link', 'mobile_money'];
  const made = await make(business, { provider: 'flutterwave', currency, phone: number.phone, methods });
  if (made === undefined) return;
  served.asked.length = 0;
  for (const form of [{ network: 'Nobody' }, { network: '' }]) {
    const { status } = await visitPage(business, made, { method: 'mobile_money', ...form });
    same(business, `no network in ${currency}`, [status, served.asked.length], [200, 0]);
  }
}

const TELECEL = '+233201234567';
const CODE = '12 34-5';

/** The code goes to the newest request of the collection. */
export async function enterCode(business: Business): Promise<void> {
  const { served, random } = business;
  const wanted = { provider: 'paystack', currency: 'GHS', phone: TELECEL, methods: ['payment_link', 'mobile_money'] };
  const made = await make(business, wanted);
  if (made === undefined) return;
  const charge = {
    email: PAYER.email,
    amount: AMOUNT * 100,
    currency: 'GHS',
    reference: sessionOf(made, 'mobile_money', 1),
    mobile_money: { phone: TELECEL.replace('+233', '0'), provider: 'vod' },
  };
  same(
    business,
    'a charge by Paystack',
    made.asked.map(({ body }) => body),
    [charge],
  );
  served.code = random.pick(['pending', 'pending', 'send_otp', 'failed']);
  const { html } = await visitPage(business, made);
  if (!html.includes('name="code"')) business.world.violate(14, 'the page has no field for the code');
  served.asked.length = 0;
  const entered = await visitPage(business, made, { method: 'mobile_money', code: CODE });
  const sent = served.asked.map(({ path, body }) => [path, body]);
  same(business, 'the code', sent, [['/charge/submit_otp', { otp: '12345', reference: charge.reference }]]);
  const isTaken = served.code === 'pending';
  same(
    business,
    `the page after ${served.code}`,
    [entered.status, entered.location, entered.html.includes('was not accepted')],
    [isTaken ? 303 : 200, isTaken ? `https://collections.example/pay/${made.token}?returned=1` : '', !isTaken],
  );
}
