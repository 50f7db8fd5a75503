/** Texts that must not come as they were typed, each with what customers may see of it. */
import type { Channel } from './wire.ts';

type Shown = { everywhere: string; sms?: string; whatsapp?: string };

/** Nothing that opens a page, nothing that is not seen, and one line; an SMS has the letters of GSM 03.38 that count once. */
const SHOWN: Readonly<Record<string, Shown>> = {
  'see https://evil.example/pay now': { everywhere: 'see now' },
  'at www.evil.example today': { everywhere: 'at today' },
  'mailto:eve@evil.example please': { everywhere: 'please' },
  'call tel:+2348031230009 now': { everywhere: 'call now' },
  'from 10.20.30.40 only': { everywhere: 'from only' },
  'evil.example/pay?id=1 here': { everywhere: 'here' },
  'of Booking.com and St.John': { everywhere: 'of Booking com and St John' },
  'two\u200b\u202ewords': { everywhere: 'twowords' },
  'two\u2028lines': { everywhere: 'two lines' },
  'ｗｗｗ．evil．example ok': { everywhere: 'ok' },
  'bold *now* {{1}} ~x~ `y`': {
    everywhere: 'bold *now* {{1}} ~x~ `y`',
    sms: "bold *now* ((1)) -x- 'y'",
    whatsapp: 'bold now 1 x y',
  },
  'price €5 [new] a|b c\\d': { everywhere: 'price €5 [new] a|b c\\d', sms: 'price EUR5 (new) a/b c/d' },
  '“quoted” – dash — it’s': { everywhere: '“quoted” – dash — it’s', sms: '"quoted" - dash - it\'s' },
  'Ọlá ẹ ñ ç œ ŋ ɛ ₦ ©': { everywhere: 'Ọlá ẹ ñ ç œ ŋ ɛ ₦ ©', sms: 'Ola e ñ c oe n e NGN (c)' },
  '日本 Привет ok': { everywhere: '日本 Привет ok', sms: 'ok' },
  'a <b>&amp; "c"': { everywhere: 'a <b>&amp; "c"' },
};

export const ODD_TEXTS = Object.keys(SHOWN);

/** With each of them as the channel shows it. */
export const withOdd = (text: string, channel: Channel): string =>
  ODD_TEXTS.reduce((whole, odd) => {
    const { everywhere, sms = everywhere, whatsapp = everywhere } = SHOWN[odd] as Shown;
    return whole.replace(odd, () => (channel === 'sms' ? sms : channel === 'whatsapp' ? whatsapp : everywhere));
  }, text);
