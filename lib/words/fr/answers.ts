/** The French words by which a reply suggests an answer. */
import type { AnswerWords } from '#lib/words/answer-words.ts';

export const answers: AnswerWords = {
  paid: [
    "(?:ai|avons|a|est|ete|deja|bien|c'est) (?:deja |bien |tout |ete )*(?:payee?s?|reglee?s?|viree?s?|versee?s?|transferee?s?)",
    // Without its accent it is "I pay", too.
    '(?<!\\b(?:je|tu|il|elle|on|qui) )paye',
    'payees?',
    '(?:virement|paiement|versement|transfert|depot)(?: est| a ete| deja)* (?:fait|effectue|envoye|parti)',
    "(?:fait|effectue|envoye) (?:le |un |mon |votre |l')?(?:virement|paiement|versement|transfert|depot|argent)",
    // Proof is shown.
    '(?:voici|ci-joint|ci-jointe)(?: la| le| ma| mon| une?)?(?: preuve| recu| justificatif| capture)',
    '(?:paiement|transfert|virement) de .{1,80} (?:effectue|reussi)',
  ],
  notPaid: ['pas', 'jamais', 'rien', 'si', 'quand', 'comment', 'pourquoi', 'sera', 'seront', 'serait', 'etre'],
  weekdays: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
  daysAhead: { "aujourd'hui": 0, demain: 1, 'apres-demain': 2, 'apres demain': 2 },
  past: ['hier', 'derniere?'],
  months: [
    'janvier',
    'fevrier',
    'mars',
    'avril',
    'mai',
    'juin',
    'juillet',
    'aout',
    'septembre',
    'octobre',
    'novembre',
    'decembre',
  ],
  dayOfMonth: ['le (\\d{1,2})(?:er)?'],
  monthEnd: ['fin (?:du|de ce|de) mois'],
};
