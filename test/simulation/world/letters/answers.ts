/** What customers answer, and what is told of it (README, decision 16). */

/** `told`: the events of the collection, with their data. */
export type Said = { text: string; told: (channel: string) => [string, object][] };

const optedOut = (channel: string): [string, object][] => [['contact.opted_out', { by: 'reply', channel }]];

const optedIn = (channel: string): [string, object][] => [['contact.opted_in', { by: 'reply', channel }]];

const STOPS = 'STOP END QUIT CANCEL UNSUBSCRIBE OPTOUT OPT-OUT REVOKE REMOVE TD STOPALL ARRET'.split(' ');

/** In any case, between any marks, with accents; up to four words that begin with STOP. */
const OTHER_STOPS = [
  'STOP ALL',
  'opt out',
  '“Stop.”',
  '*cancel!*',
  'Arrêt',
  'stop?',
  'Stop, wrong number',
  'stop it now please',
];

/** Questions, and longer sentences, may be about something else. They are shown as they were said, on one line. */
const OTHERS: Readonly<Record<string, string>> = {
  'cancel?': 'cancel?',
  'stop it now please sir': 'stop it now please sir',
  'I paid\nyesterday at https://bank.example/7': 'I paid yesterday at https://bank.example/7',
  nonstop: 'nonstop',
  [`long ${'words '.repeat(300)}`]: `${`long ${'words '.repeat(300)}`.slice(0, 999).trimEnd()}…`,
};

export const ANSWERS: readonly Said[] = [
  ...[...STOPS, ...OTHER_STOPS].map((text) => ({ text, told: optedOut })),
  ...Object.entries(OTHERS).flatMap(([text, shown]) => {
    const said = {
      text,
      told: (channel: string): [string, object][] => [['contact.replied', { channel, text: shown }]],
    };
    return [said, said];
  }),
  ...['START', ' unstop! '].map((text) => ({ text, told: optedIn })),
  // Answered: nothing is told of it.
  ...['HELP', 'Info', '“help”', ' help ', 'info!', 'Help.'].map((text) => ({ text, told: () => [] })),
];
