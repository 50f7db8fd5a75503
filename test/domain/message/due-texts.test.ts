/** What reminders say of a due day: nothing is late before it has ended, and afterwards they say for how many days. */
import { describe, expect, it } from 'vitest';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { renderMessage } from '#lib/domain/channels/renderers.ts';
import { toGsm7 } from '#lib/domain/channels/sms/gsm7.ts';
import { TONES } from '#lib/domain/follow-up/follow-up.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';
import { LANGUAGES, REMINDER_WORDS } from '#lib/words/languages.ts';
import { aMessage } from './a-message.ts';

const LATE = {
  en: /overdue|\blate\b|not arrived|was due|ago\b/i,
  fr: /retard|pas encore arrivé|était à régler|il y a|échu/i,
  pt: /atraso|ainda n[ãa]o chegou|venceu|h[áa] \d/i,
  sw: /chelewa|hayajafika|[yi]litakiwa|zilizopita/i,
  ha: /makara|bai iso|ta wuce/i,
};
const DAY = {
  en: /Thu 31 Dec 2026/,
  fr: /jeu\. 31 d[ée]c\. 2026/,
  pt: /qui\. 31 dez\. 2026/,
  sw: /Alhamisi 31 Des 2026/,
  ha: /Alhamis 31 Dis 2026/,
};
const DAYS = {
  en: [/1 day ago|1 day overdue/, /12 days ago|12 days overdue/],
  fr: [/1 jour\b/, /12 jours/],
  pt: [/1 dia\b/, /12 dias/],
  sw: [/siku 1 iliyopita/, /siku 12 zilizopita/],
  ha: [/kwana 1 da ta wuce|makara da kwana 1\b/, /kwana 12 da ta wuce|makara da kwana 12/],
};

const cases = LANGUAGES.flatMap((language) =>
  CHANNELS.flatMap((channel) => TONES.map((tone) => ({ language, channel, tone }))),
);

describe.each(cases)('$language, $channel, $tone', (choice) => {
  const textOf = (passed: number): string => {
    const message = renderMessage(
      aMessage({ ...choice, due: { day: dayOf('2026-12-31'), passed }, isOverdue: passed > 0 }),
    );
    return 'subject' in message ? `${message.subject}\n${message.text}` : message.text;
  };

  it('names the due day, and says nothing of lateness until it has ended', () => {
    expect(textOf(0)).toMatch(DAY[choice.language]);
    expect(textOf(0)).not.toMatch(LATE[choice.language]);
  });

  it('says afterwards how many days it has passed', () => {
    const [one, many] = DAYS[choice.language];
    expect([textOf(1), textOf(12)]).toEqual([
      expect.stringMatching(one as RegExp),
      expect.stringMatching(many as RegExp),
    ]);
    expect(textOf(12)).toMatch(DAY[choice.language]);
  });
});

it.each(cases)(
  'that a payment was not found is said in $language by $channel, $tone, where it was rejected',
  (choice) => {
    const textOf = (tellsRejection: boolean) =>
      renderMessage(aMessage({ ...choice, ...(tellsRejection && { tellsRejection }) })).text;
    const words = REMINDER_WORDS[choice.language].notFound.slice(1);
    expect(toGsm7(textOf(true))).toContain(toGsm7(words));
    expect(toGsm7(textOf(false))).not.toContain(toGsm7(words));
  },
);
