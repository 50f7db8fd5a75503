/** The English words by which a reply suggests an answer. */
import type { AnswerWords } from '#lib/words/answer-words.ts';

export const answers: AnswerWords = {
  paid: [
    'paid',
    'transferred',
    'deposited',
    'settled',
    '(?:made|did|done|completed) (?:the |a |my |your |this )?(?:payment|transfer|deposit)',
    '(?:payment|transfer|deposit|money|cash)(?: is| was| has been| already)* (?:made|done|sent|completed)',
    'sent (?:it|(?:the |your |you |you the |d )?(?:money|cash|payment))',
    // Proof is shown.
    "(?:here is|here's|see|find|attached is|this is)(?: the| my)?(?: attached)? (?:proof|evidence|receipt|pop)",
    '(?:proof|evidence|receipt|pop)(?: of (?:the |my )?(?:payment|transfer))?(?: is)? attached',
    // What M-Pesa and others write to the payer, which is sent on.
    '(?=[a-z]*\\d)[a-z\\d]{10} confirmed',
    '(?:payment|transfer) of .{1,80} (?:completed|successful)',
  ],
  notPaid: [
    'not',
    'never',
    'nothing',
    'cannot',
    "(?:have|has|did|do|does|is|was|were|ca|wo|could|would|should)n'?t",
    '(?:be|get|gets|getting|got) (?:paid|transferred|deposited|settled|made|done|sent)',
    "i(?: am|'m| was) paid",
    ...['if', 'when', 'once', 'until', 'unless'],
    ...['how', 'where', 'who', 'why'],
  ],
  weekdays: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
  daysAhead: { today: 0, tonight: 0, tomorrow: 1, 'day after tomorrow': 2 },
  past: ['last', 'yesterday'],
  months: [
    'jan(?:uary)?',
    'feb(?:ruary)?',
    'mar(?:ch)?',
    'apr(?:il)?',
    'may',
    'june?',
    'july?',
    'aug(?:ust)?',
    'sept?(?:ember)?',
    'oct(?:ober)?',
    'nov(?:ember)?',
    'dec(?:ember)?',
  ],
  dayOfMonth: [
    '(?:on|by|before|until|till) (?:the )?(\\d{1,2})(?:st|nd|rd|th)',
    'the (\\d{1,2})(?:st|nd|rd|th)(?=[.!]?$)',
  ],
  monthEnd: ['end of (?:the |this )?month', 'month[ -]?end'],
};
