/** The Portuguese words by which a reply suggests an answer. */
import type { AnswerWords } from '#lib/words/answer-words.ts';

export const answers: AnswerWords = {
  paid: [
    'paguei',
    'transferi',
    'depositei',
    '(?:ja|esta|foi|tudo) (?:foi |esta )?pag[oa]s?',
    '(?:fiz|efetuei|realizei|mandei|enviei) (?:o |a |um |uma |este |esta )?(?:pagamento|transferencia|deposito|pix|dinheiro|comprovativo|comprovante)',
    '(?:pagamento|transferencia|deposito|pix)(?: ja| foi| esta)* (?:feit|efetuad|realizad|enviad)[oa]',
    // Proof is shown.
    '(?:segue|eis|aqui esta|aqui vai)(?: o| em anexo o)? (?:comprovativo|comprovante|recibo)',
    '(?:comprovativo|comprovante|recibo)(?: de pagamento| do pagamento)?(?: em| segue em)? anexo',
  ],
  notPaid: ['nao', 'nunca', 'nada', 'quando', 'como', 'onde', 'quem'],
  weekdays: ['domingo', 'segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado'],
  daysAhead: { hoje: 0, amanha: 1, 'depois de amanha': 2 },
  past: ['ontem', 'passad[ao]'],
  months: [
    'janeiro',
    'fevereiro',
    'marco',
    'abril',
    'maio',
    'junho',
    'julho',
    'agosto',
    'setembro',
    'outubro',
    'novembro',
    'dezembro',
  ],
  dayOfMonth: ['dia (\\d{1,2})'],
  monthEnd: ['fi(?:m|nal) (?:do|deste|de) mes'],
};
