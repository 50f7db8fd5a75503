/** The Hausa words by which a reply suggests an answer, in small letters and without hooks, as phones write them. Reviewed: not yet by a native speaker. */
import type { AnswerWords } from '#lib/words/answer-words.ts';

export const answers: AnswerWords = {
  paid: [
    // I or we have paid, sent.
    '(?:na|mun)(?: riga na| riga mun| riga)? (?:biya|tura|aika)(?: kudi| kudin)?',
    'an biya',
    'kudin? (?:ya|sun) (?:shiga|isa)',
    // Proof is shown.
    '(?:ga|wannan) (?:rasit|shaidar biya)',
  ],
  notPaid: ['ba', 'ban', 'bamu', 'babu', 'tukuna', 'idan', 'yaushe'],
  negated: [
    ...['bayan (?!kwana|mako|sati|\\d)'],
    'ba',
    'ban',
    'bamu',
    'babu',
    'bazan',
    'baza',
    'tukuna',
    'idan',
    'watakila',
    'kada',
    'kar',
    'daina',
  ],
  weekdays: ['lahadi', 'litinin', 'talata', 'laraba', 'alhamis', "jumm?a'?a", 'asabar'],
  daysAhead: { yau: 0, gobe: 1, jibi: 2 },
  past: ['jiya', 'shekaranjiya', 'da ya wuce', 'da ta wuce'],
  months: [
    'janairu',
    'fabrairu',
    'maris',
    'afrilu',
    'mayu',
    'yuni',
    'yuli',
    'agusta',
    'satumba',
    'oktoba',
    'nuwamba',
    'disamba',
  ],
  dayOfMonth: ['ranar (\\d{1,2})'],
  monthEnd: ['karshen wata(?! mai zuwa)'],
  nextMonth: ['(?:ga )?wata mai zuwa'],
  nextWeek: ['mako mai zuwa', 'sati mai zuwa'],
  inDays: ['(?:nan da |cikin |bayan )kwana(?:ki)? {n}'],
  inWeeks: ['(?:nan da |cikin |bayan )(?:mako|sati) {n}'],
  numbers: { daya: 1, biyu: 2, uku: 3, hudu: 4, biyar: 5, shida: 6, bakwai: 7, takwas: 8, tara: 9, goma: 10 },
  before: ['ranar', 'kafin', 'zuwa'],
  paying: ['bi(?:ya|yan|ya\\w*)', 'tura', 'turo', 'aika', 'kudi', 'kudin', 'albashi', 'banki', 'rabi', 'sauran'],
  beside:
    'ni mu na da a ta ya to eh ok ranar zan za zai yi in insha sha allah gode nagode safe yamma dare rana kafin zuwa nan cikin don haka sannu alkawari mako wata karshen',
};
