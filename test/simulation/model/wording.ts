/** The words of reminders, as they were approved: WhatsApp's cannot change at all, and all channels say the same. */
import { offsetIn } from './hours.ts';
import type { Language } from './language.ts';
import type { Channel, Tone } from './wire.ts';

/** Names of values in braces. */
export type Words = {
  weekdays: string;
  months: string;
  expiry: string;
  greeting: string;
  thanks: string;
  reminder: Readonly<Record<Tone, string>>;
  sms: Readonly<Record<Tone, string>>;
  subject: Readonly<Record<Tone, string>>;
  overdue: string;
  otherwise: string;
  pay: string;
  button: string;
  footer: string;
  smsPay: string;
  smsStop: string;
  smsReplyStop: string;
  contact: string;
  help: { who: string; unknown: string };
  or: string;
  why: string;
  stop: string;
  /** What the payment is for: a description with its reference, a reference alone. */
  described: string;
  referred: string;
  /** For a name, a merchant or a purpose of which nothing can be shown. */
  nobody: string;
  someone: string;
  something: string;
};

export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    weekdays: 'Sun Mon Tue Wed Thu Fri Sat',
    months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
    expiry: '{weekday} {day} {month}, {clock} ({zone})',
    greeting: 'Hello {firstName},',
    thanks: 'Thank you for the {received} received so far.',
    reminder: {
      gentle:
        'This is a friendly reminder from {merchant}. Your payment of {amount} for {about} can be made until {expiry}. If you have already paid, you can ignore this message.',
      professional:
        'This is a payment reminder from {merchant}. Your payment of {amount} for {about} has not arrived yet. It can be made until {expiry}.',
      urgent:
        'Your payment to {merchant} has not arrived yet: {amount} for {about}. The payment request expires on {expiry} and cannot be paid after that.',
    },
    sms: {
      gentle:
        'Hello {firstName}, a friendly reminder from {merchant}: {amount} for {about} can be paid until {expiry}.',
      professional:
        'Hello {firstName}, a payment reminder from {merchant}: {amount} for {about}, payable until {expiry}.',
      urgent:
        'Hello {firstName}, your payment to {merchant} has not arrived yet: {amount} for {about}. The request expires on {expiry}.',
    },
    subject: {
      gentle: 'A friendly reminder from {merchant}: {amount}',
      professional: 'Payment reminder from {merchant}: {amount}',
      urgent: 'Payment request from {merchant}: {amount} until {expiry}',
    },
    overdue: 'This payment is overdue. It can still be made.',
    otherwise: 'Please use the payment details you were given.',
    pay: 'Pay now',
    button: 'Use the button below to pay.',
    footer: 'Reply STOP to stop these reminders.',
    smsPay: 'Pay:',
    smsStop: 'Stop:',
    smsReplyStop: 'Reply STOP to opt out.',
    help: { who: '{merchant} sends you reminders of payments.', unknown: 'Questions? Please contact {merchant}.' },
    contact: 'Questions? You can reach {merchant} at {ways}.',
    or: ' or ',
    why: 'You receive this reminder because {merchant} sent you a payment request.',
    stop: 'Stop these reminders',
    described: '{description} (ref. {reference})',
    referred: 'reference {reference}',
    nobody: 'there',
    someone: 'your merchant',
    something: 'your request',
  },
  fr: {
    weekdays: 'dim. lun. mar. mer. jeu. ven. sam.',
    months: 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.',
    expiry: '{weekday} {day} {month} à {clock} ({zone})',
    greeting: 'Bonjour {firstName},',
    thanks: 'Merci pour les {received} déjà versés.',
    reminder: {
      gentle:
        "Petit rappel de la part de {merchant} : votre paiement de {amount} pour {about} peut être effectué jusqu'au {expiry}. Si vous avez déjà payé, vous pouvez ignorer ce message.",
      professional:
        "Ceci est un rappel de paiement de {merchant}. Votre paiement de {amount} pour {about} n'est pas encore arrivé. Il peut être effectué jusqu'au {expiry}.",
      urgent:
        "Votre paiement à {merchant} n'est pas encore arrivé : {amount} pour {about}. La demande de paiement expire le {expiry} et ne pourra plus être payée ensuite.",
    },
    sms: {
      gentle: "Bonjour {firstName}, petit rappel de {merchant} : {amount} pour {about}, payable jusqu'au {expiry}.",
      professional:
        "Bonjour {firstName}, rappel de paiement de {merchant} : {amount} pour {about}, payable jusqu'au {expiry}.",
      urgent:
        "Bonjour {firstName}, votre paiement à {merchant} n'est pas encore arrivé : {amount} pour {about}. La demande expire le {expiry}.",
    },
    subject: {
      gentle: 'Petit rappel de la part de {merchant} : {amount}',
      professional: 'Rappel de paiement de {merchant} : {amount}',
      urgent: "Demande de paiement de {merchant} : {amount} jusqu'au {expiry}",
    },
    overdue: 'Ce paiement est en retard. Il peut encore être effectué.',
    otherwise: "Merci d'utiliser les informations de paiement qui vous ont été données.",
    pay: 'Payer',
    button: 'Utilisez le bouton ci-dessous pour payer.',
    footer: 'Répondez STOP pour ne plus recevoir ces rappels.',
    smsPay: 'Payer :',
    smsStop: 'Stop :',
    smsReplyStop: 'Répondez STOP pour ne plus recevoir de rappels.',
    help: {
      who: '{merchant} vous envoie des rappels de paiement.',
      unknown: 'Des questions ? Veuillez contacter {merchant}.',
    },
    contact: 'Une question ? Vous pouvez joindre {merchant} : {ways}.',
    or: ' ou ',
    why: 'Vous recevez ce rappel parce que {merchant} vous a envoyé une demande de paiement.',
    stop: 'Ne plus recevoir ces rappels',
    described: '{description} (réf. {reference})',
    referred: 'la référence {reference}',
    nobody: 'à vous',
    someone: 'votre marchand',
    something: 'votre demande',
  },
};

/** The expiry in words: its day and time where the customer is. */
export function expiryIn(language: Language, zone: string, instant: number): string {
  const { weekdays, months, expiry } = WORDS[language];
  const { weekday, day, month, clock } = localParts(zone, instant);
  const named = {
    weekday: weekdays.split(' ')[weekday],
    day: String(day),
    month: months.split(' ')[month],
    clock,
    zone: offsetIn(zone, instant),
  };
  return expiry.replace(/\{(\w+)\}/g, (_, name: keyof typeof named) => named[name] ?? '');
}

const formats = new Map<string, Intl.DateTimeFormat>();

function localParts(timeZone: string, instant: number) {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short', calendar: 'gregory' });
  formats.set(timeZone, format);
  // 2026-03-02 14:05
  const [date = '', clock = ''] = format.format(instant).split(' ');
  const [, month = 0, day = 0] = date.split('-').map(Number);
  return { weekday: new Date(`${date}T00:00:00Z`).getUTCDay(), month: month - 1, day, clock };
}

type Shape = { language: Language; tone: Tone; isLinked: boolean; isOneWay: boolean };

/** What a message says besides, where it is so. */
export type Besides = { isThankful: boolean; isOverdue: boolean };

/** The whole text of a message of a channel, with names of values. */
export function formOf(channel: Channel, { language, tone, isLinked, isOneWay }: Shape, besides: Besides): string {
  const words = WORDS[language];
  const thanks = besides.isThankful ? [words.thanks] : [];
  switch (channel) {
    case 'sms':
      return [
        words.sms[tone],
        ...thanks,
        isLinked ? `${words.smsPay} {payLink}` : words.otherwise,
        isOneWay ? `${words.smsStop} {optOutLink}` : words.smsReplyStop,
      ].join(' ');
    case 'whatsapp':
      return [
        words.greeting,
        [words.reminder[tone], ...thanks, isLinked ? words.button : words.otherwise].join(' '),
        words.footer,
        ...(isLinked ? [`${words.pay}\n{payLink}`] : []),
      ].join('\n\n');
    case 'email':
      return [
        words.greeting,
        ...thanks,
        words.reminder[tone],
        ...(besides.isOverdue ? [words.overdue] : []),
        isLinked ? `${words.pay}\n{payLink}` : words.otherwise,
        '{contact}{merchant}',
        `-- \n${words.why}\n\n${words.stop}\n{optOutLink}`,
      ].join('\n\n');
  }
}
