/** The Swahili words of the opt-out page. Reviewed: not yet by a native speaker. */
import type { OptOutWords } from '#lib/words/page-words.ts';

export const optOut: OptOutWords = {
  title: 'Vikumbusho vya malipo',
  ask: (merchant) =>
    `Ungependa kusitisha vikumbusho vyote vya malipo kwa WhatsApp, SMS na barua pepe, kuhusu malipo yako kwa ${merchant} na wengine?`,
  button: 'Sitisha vikumbusho',
  done: 'Hutapokea vikumbusho tena. Hii haibadilishi kiasi unachopaswa kulipa.',
  unknown: 'Kiungo hiki hakijakamilika. Tafadhali kifungue tena kutoka kwenye ujumbe uliopokea.',
};
