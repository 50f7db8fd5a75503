/** The Swahili words by which a reply suggests an answer. */
import type { AnswerWords } from '#lib/words/answer-words.ts';

export const answers: AnswerWords = {
  paid: [
    // I or we, have or did (already), perhaps you or it: paid, sent.
    '(?:ni|tu)(?:me|mesha|li|lisha|sha)(?:ku|wa|i|ya)?(?:lipa|tuma)',
    'malipo ya(?:me|li)\\w+',
    '[iy]a?melipwa',
    '(?:ni|tu)me(?:fanya|tuma) malipo',
    // Proof is shown.
    '(?:hii(?: hapa)?|hiyo) (?:ni )?risiti',
    '(?:uthibitisho|risiti) (?:ya|wa) malipo (?:huu|hii|hiyo)(?: hapa)?',
    '(?=[a-z]*\\d)[a-z\\d]{10} imethibitishwa',
  ],
  notPaid: [
    'sija\\w*',
    'hatuja\\w*',
    'haija\\w*',
    'haya?ja\\w*',
    'bado',
    'hapana',
    'si',
    'kama',
    'ikiwa',
    'lini',
    'vipi',
    'wapi',
    'nani',
  ],
  weekdays: ['jumapili', 'jumatatu', 'jumanne', 'jumatano', 'alhamisi', 'ijumaa', 'jumamosi'],
  daysAhead: { leo: 0, kesho: 1, keshokutwa: 2 },
  past: ['jana', 'juzi', 'iliyopita'],
  months: [
    'januari',
    'februari',
    'machi',
    'aprili',
    'mei',
    'juni',
    'julai',
    'agosti',
    'septemba',
    'oktoba',
    'novemba',
    'desemba',
  ],
  dayOfMonth: ['tarehe (\\d{1,2})'],
  monthEnd: ['mwisho wa mwezi', 'mwezi ukiisha'],
};
