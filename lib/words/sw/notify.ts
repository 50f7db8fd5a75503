/** The Swahili words of the email and the page that confirm an address for notices. Reviewed: not yet by a native speaker. */
import type { NotifyWords } from '#lib/words/page-words.ts';

export const notify: NotifyWords = {
  mail: {
    subject: 'Thibitisha anwani hii kwa taarifa za kiufundi',
    ask: 'Mtu anataka anwani hii ijulishwe kipokezi chake cha webhook kinaposhindwa. Ikiwa ni wewe, thibitisha:',
    ignore: 'Ikiwa si wewe, usifanye chochote, au sema hivyo kupitia kiungo: hutapokea tena barua pepe hizi.',
  },
  title: 'Taarifa za kiufundi',
  ask: (merchant) =>
    `Ungependa kupokea barua pepe kwenye anwani hii kipokezi cha webhook cha ${merchant} kinaposhindwa? Si zaidi ya moja kwa siku.`,
  confirm: 'Ndiyo, tuma taarifa',
  refuse: 'Hapana, usitume barua pepe yoyote',
  confirmed: 'Asante. Utapokea barua pepe kipokezi kinaposhindwa. Unaweza kusitisha hapa wakati wowote.',
  refused: 'Hutapokea tena barua pepe kutoka hapa, hata vikumbusho vya malipo.',
  unknown: 'Kiungo hiki hakijakamilika. Tafadhali kifungue tena kutoka kwenye barua pepe uliyopokea.',
};
