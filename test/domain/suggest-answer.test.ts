/** What a customer's reply seems to say, in every language: that it is paid, or the day on which it will be. */
import { describe, expect, it } from 'vitest';
import { suggestionFor } from '#lib/domain/attention/suggest-answer.ts';

/** A Monday. */
const at = new Date('2026-03-02T12:00:00.000Z');
const from = { at, phone: '+2348031234567' };

describe('it is paid', () => {
  it.each([
    ...[
      'I paid today',
      'I already paid yesterday',
      'Already paid by MoMo.',
      'PAID!',
      'It has been paid',
      'paid on Friday',
    ],
    ...[
      'I have made the payment',
      'payment done',
      'Done, transferred',
      'money sent',
      'I sent it this morning',
      'I settled this',
    ],
    ...["J'ai déjà payé hier", 'c’est payé', 'Payé', 'payée hier', 'C’est réglé', 'La facture a été réglée lundi'],
    ...['virement effectué', 'le virement est fait', 'I don pay am since Monday'],
    ...['Já paguei ontem', 'Está pago', 'já foi paga', 'já fiz o pagamento', 'pagamento efetuado', 'transferi ontem'],
    ...[
      'Nimeshalipa jana',
      'nimelipa',
      'nishalipa',
      'nimeshakulipa',
      'tumeshalipa',
      'nimetuma pesa',
      'malipo yamefanyika',
    ],
    ...[
      'Please find attached proof of payment',
      "Here's my receipt",
      'Receipt attached',
      'evidence of payment attached',
      'Voici le reçu',
      'Ci-joint la preuve du virement',
      'Segue o comprovante',
      'comprovativo em anexo',
      'Hii hapa risiti ya malipo',
    ],
    ...[
      'QGH7X8Y9Z1 Confirmed.',
      'QGH7X8Y9Z1 Imethibitishwa.',
      'Your payment of GHS 50.00 to Mama Shop has been completed',
      'Votre paiement de 5000 FCFA à Mama Shop a été effectué',
    ],
  ])('%j', (text) => expect(suggestionFor(text, from)).toEqual({ kind: 'claim', quote: text }));
});

describe('a day on which it will be paid', () => {
  it.each([
    ['I will pay on Friday', '2026-03-06'],
    ['Monday ok', '2026-03-09'],
    ['Sunday', '2026-03-08'],
    ['Tuesday', '2026-03-03'],
    ['today', '2026-03-02'],
    ['tomorrow', '2026-03-03'],
    ['the day after tomorrow', '2026-03-04'],
    ['It will be paid on Friday', '2026-03-06'],
    ['I get paid on Friday', '2026-03-06'],
    ['can only pay half today', '2026-03-02'],
    ['Je paie vendredi', '2026-03-06'],
    ['je paye demain', '2026-03-03'],
    ['payé demain', '2026-03-03'],
    ['ce sera payé vendredi', '2026-03-06'],
    ['après-demain', '2026-03-04'],
    ['aujourd’hui', '2026-03-02'],
    ['Pago na terça', '2026-03-03'],
    ['Será pago na sexta', '2026-03-06'],
    ['amanhã', '2026-03-03'],
    ['depois de amanhã', '2026-03-04'],
    ['Nitalipa Ijumaa', '2026-03-06'],
    ['kesho', '2026-03-03'],
    ['keshokutwa', '2026-03-04'],
    ['I will pay on the 5th please', '2026-03-05'],
    ['by the 1st', '2026-04-01'],
    ['the 2nd', '2026-03-02'],
    ['before the 31st', '2026-03-31'],
    ['I can pay on 15th of April', '2026-04-15'],
    ['March 20th', '2026-03-20'],
    ['20 march 2026', '2026-03-20'],
    ['15 Aug', '2026-08-15'],
    ['by month end', '2026-03-31'],
    ['at the end of the month', '2026-03-31'],
    ['je paierai le 5', '2026-03-05'],
    ['le 1er avril', '2026-04-01'],
    ['à la fin du mois', '2026-03-31'],
    ['pago no dia 10', '2026-03-10'],
    ['10 de abril', '2026-04-10'],
    ['no fim do mês', '2026-03-31'],
    ['nitalipa tarehe 5', '2026-03-05'],
    ['tarehe 5 Aprili', '2026-04-05'],
    ['mwisho wa mwezi', '2026-03-31'],
    ['the money comes on Friday the 13th', '2026-03-13'],
    ...[
      'in 3 days',
      'within three days',
      '3 days from now',
      'dans 3 jours',
      'daqui a três dias',
      'baada ya siku tatu',
    ].map((text): [string, string] => [text, '2026-03-05']),
    ...['in a week', 'in 1 week', 'dans une semaine', 'em uma semana', 'baada ya wiki moja'].map(
      (text): [string, string] => [text, '2026-03-09'],
    ),
    ...['next week', 'la semaine prochaine', 'na próxima semana', 'wiki ijayo'].map((text): [string, string] => [
      `${text} please`,
      '2026-03-15',
    ]),
    ...['Friday next week', 'vendredi de la semaine prochaine', 'ijumaa wiki ijayo'].map((text): [string, string] => [
      text,
      '2026-03-13',
    ]),
    ...['on the 5th of next month', 'le 5 du mois prochain', 'dia 5 do próximo mês', 'tarehe 5 ya mwezi ujao'].map(
      (text): [string, string] => [text, '2026-04-05'],
    ),
    ...['15/3', '15/03', 'by 15/03/2026', 'le 15/03/26', '15.03.2026', '15-03-2026', 'on 15/3 by bank'].map(
      (text): [string, string] => [text, '2026-03-15'],
    ),
    ['on 4/3', '2026-03-04'],
    ...[
      'Yes, by Friday morning please sir',
      'Salary comes on Friday',
      'God willing Friday',
      'oui, vendredi soir svp',
      'je vous envoie ça vendredi',
      'sim, sexta de manhã',
      'transfiro na sexta',
      'ndiyo, Ijumaa asubuhi',
      'nitatuma Ijumaa',
      "to, ranar Jumma'a in sha Allah",
      "zan tura ranar Jumma'a",
    ].map((text): [string, string] => [text, '2026-03-06']),
    ['segunda', '2026-03-09'],
    ['Pago na segunda-feira', '2026-03-09'],
    ['segunda eu pago', '2026-03-09'],
  ])('%j: by the end of %s', (text, day) => {
    expect(suggestionFor(text, from)).toEqual({ kind: 'promise', quote: text, payBy: `${day}T23:00:00.000Z` });
  });

  it('is in the next month that has it, and in the next year', () => {
    const on = (date: string) => ({ at: new Date(`${date}T12:00:00.000Z`), phone: '+2348031234567' });
    expect(suggestionFor('by the 31st', on('2026-04-02'))).toMatchObject({ payBy: '2026-05-31T23:00:00.000Z' });
    expect(suggestionFor('by the 30th', on('2026-01-31'))).toMatchObject({ payBy: '2026-03-30T23:00:00.000Z' });
    expect(suggestionFor('5 January', on('2026-12-20'))).toMatchObject({ payBy: '2027-01-05T23:00:00.000Z' });
    expect(suggestionFor('month end', on('2026-12-31'))).toMatchObject({ payBy: '2026-12-31T23:00:00.000Z' });
  });

  it.each([
    ['Friday', '2026-03-06'],
    ['Thursday', '2026-03-12'],
    ['Monday', '2026-03-09'],
    ['next week', '2026-03-15'],
    ['Friday next week', '2026-03-13'],
    ['Monday next week', '2026-03-09'],
    ['I pay on Friday or Monday', '2026-03-06'],
    ['I pay on Monday or Friday', '2026-03-09'],
  ])('%j, which is said on a Thursday: by the end of %s', (text, day) => {
    const thursday = { ...from, at: new Date('2026-03-05T12:00:00.000Z') };
    expect(suggestionFor(text, thursday)).toMatchObject({ payBy: `${day}T23:00:00.000Z` });
  });

  it.each([
    ['12/3', '2026-03-12', '2026-03-02'],
    ['5/13', '2026-05-13', '2026-03-02'],
    ['5/12', '2026-12-05', '2026-10-05'],
    ['12/12', '2026-12-12', '2026-10-05'],
    ['25/1', '2027-01-25', '2026-12-20'],
  ])('in digits, with the smallest and the largest number of a month: on %s by the end of %s', (text, day, date) => {
    const said = { ...from, at: new Date(`${date}T12:00:00.000Z`) };
    expect(suggestionFor(`on ${text}`, said)).toMatchObject({ payBy: `${day}T23:00:00.000Z` });
  });

  it('is one of the country of the phone', () => {
    const late = { at: new Date('2026-03-02T23:30:00.000Z'), phone: '+2348031234567' };
    expect(suggestionFor('today', late)).toMatchObject({ payBy: '2026-03-03T23:00:00.000Z' });
    expect(suggestionFor('today', { ...late, phone: '+254712345678' })).toMatchObject({
      payBy: '2026-03-03T21:00:00.000Z',
    });
  });
});

describe('nothing that can be offered', () => {
  it.each([
    ...[
      'Who are you?',
      'Is it paid?',
      'Can I pay on Friday?',
      'when it is paid',
      'I will pay when I get paid',
      '',
      '🙏',
    ],
    ...[
      'I have not paid',
      'I haven’t paid',
      'I havent paid',
      'I paid nothing',
      'It must be paid by you',
      'unpaid',
      'prepaid meter',
    ],
    ...[
      'this is the 2nd reminder',
      'I bought it on 5 January',
      '31 April',
      'le 50',
      '20 march 2025',
      'end of next month',
    ],
    ...['I sent you an email', 'last Friday I was ill', 'I need proof of payment', 'everything confirmed'],
    ...['The payment of 5000 was not successful'],
    ...['I no go pay tomorrow', 'I no fit pay Friday', 'I would have paid on Friday', 'I don’t pay on Friday'],
    ...['I cannot pay on Friday', 'I can’t pay tomorrow', 'I wont pay on friday', 'Do not call me tomorrow'],
    ...['Nobody will pay you on Friday', 'No money until Friday', 'If I get my salary on Friday', 'maybe tomorrow'],
    ...['Please call me tomorrow', 'I am in Lagos on Friday', 'My shop opens tomorrow', 'I live at 12 May street'],
    ...['rappelez-moi demain', 'ligue-me amanhã', 'nipigie kesho', 'ka kira ni gobe', 'order 15/12/2026'],
    ...['I will pay after Friday', 'je paie après vendredi', 'pago depois de sexta', 'nitalipa baada ya Ijumaa'],
    ...["zan biya bayan Jumma'a", 'I was going to pay on Friday', 'I will pay tomorrow, no', 'Can I pay tomorrow'],
    ...['I may pay on Friday', 'je allais payer vendredi', 'ia pagar na sexta'],
    ...['Siwezi kulipa kesho', 'Sitalipa Ijumaa', 'Hatuwezi kulipa kesho', 'Usinipigie kesho', 'Hakuna pesa kesho'],
    ...['Je ne peux pas payer vendredi', 'Personne ne paiera demain', 'pas demain', 'N’appelez pas demain'],
    ...['Não posso pagar na sexta', 'Ninguém paga amanhã', 'não me ligue amanhã'],
    ...['Nobody paid you', 'No one has paid', 'Personne n’a payé', 'Ninguém já foi pago'],
    ...['a segunda parcela', 'esta é a terceira e a quarta parcela', 'na segunda parcela', 'a sexta mensagem'],
    ...['le 10 000 F', 'le 10.000', 'le 5 %', 'dia 10 mil', 'on the 2nd payment', 'by the 3rd instalment'],
    ...['1/2 now', '2/3', '3/4 of it', '1.5', '15.12', '2-3 of them', '45/13', '2026/13/45', '10/03 %'],
    ...['3 days ago', 'il y a 3 jours', 'in 300 days', 'salary last Friday', 'payment was due last Friday'],
    ...['on 25/0', 'on 13/13', 'on 0/5'],
    ...['Re: your payment is due on Friday', 'RE : à payer vendredi'],
    ...['Liked “Your payment is due on Friday”', 'A aimé « Payez avant vendredi »', 'Laughed at "pay on Friday'],
    ...['Je n’ai pas payé', 'on paye comment', 'Não paguei', 'sijalipa', 'bado sijalipa'],
  ])('%j', (text) => expect(suggestionFor(text, from)).toBeUndefined());
});

it('reads a day in digits as the country of the phone writes it, and nothing where that is not clear', () => {
  const by = (phone: string) => ({ at, phone });
  const [us, southAfrica] = ['+14155550132', '+27821234567'];
  expect(suggestionFor('on 4/3', by(us))).toMatchObject({ payBy: expect.stringMatching(/^2026-04-0[34]T/) });
  expect(suggestionFor('13/3', by(us))).toMatchObject({ payBy: expect.stringMatching(/^2026-03-1[34]T/) });
  expect(suggestionFor('3/15', by(us))).toMatchObject({ payBy: expect.stringMatching(/^2026-03-1[56]T/) });
  expect(suggestionFor('3/15', from)).toMatchObject({ payBy: '2026-03-15T23:00:00.000Z' });
  for (const unclear of ['on 4/3', 'on 5/12', 'on 12/12'])
    expect(suggestionFor(unclear, by(southAfrica))).toBeUndefined();
  expect(suggestionFor('on 3/13', by(southAfrica))).toMatchObject({ payBy: '2026-03-13T22:00:00.000Z' });
  expect(suggestionFor('15/3', by(southAfrica))).toMatchObject({ payBy: '2026-03-15T22:00:00.000Z' });
});

it('suggests nothing of what we have written ourselves', () => {
  const ours = ['Hello Ada,\n\nplease pay NGN 5,000.00 for Shoes by Friday. Pay now'];
  const forwarded = 'Hello Ada, please pay NGN 5,000.00 for Shoes by Friday.';
  expect(suggestionFor(forwarded, { ...from, ours })).toBeUndefined();
  expect(suggestionFor(forwarded, from)).toMatchObject({ kind: 'promise' });
  expect(suggestionFor(`${forwarded} I pay tomorrow`, { ...from, ours })).toMatchObject({ quote: 'I pay tomorrow' });
});

it('quotes the sentence from which it follows, and reads a long text in no time', () => {
  expect(suggestionFor('Hello. I paid it. Bye', from)).toEqual({ kind: 'claim', quote: 'I paid it.' });
  expect(suggestionFor('Is that right? I paid.\nBye', from)).toEqual({ kind: 'claim', quote: 'I paid.' });
  expect(suggestionFor('I paid 1.500 [a picture was not kept]', from)).toEqual({
    kind: 'claim',
    quote: 'I paid 1.500',
  });
  expect(suggestionFor('[a picture was not kept]', from)).toBeUndefined();
  expect(suggestionFor(`paid ${'x'.repeat(300)}`, from)).toEqual({ kind: 'claim', quote: `paid ${'x'.repeat(194)}…` });
  expect(suggestionFor(`${'x'.repeat(500)} paid`, from)).toBeUndefined();
  expect(suggestionFor('.'.repeat(100_000), from)).toBeUndefined();
});
