/** The checks of what AWS and Meta must know before WhatsApp carries a reminder, and its replies come. */
import {
  GetLinkedWhatsAppBusinessAccountCommand,
  GetWhatsAppMessageTemplateCommand,
  type LinkedWhatsAppBusinessAccount,
  ListLinkedWhatsAppBusinessAccountsCommand,
  ListWhatsAppMessageTemplatesCommand,
  SocialMessagingClient,
  type TemplateSummary,
} from '@aws-sdk/client-socialmessaging';
import { whatsappTemplates } from '#lib/domain/channels/whatsapp/templates.ts';
import { parseTextKey } from '#lib/domain/message/own-text.ts';
import { getTexts } from '#lib/store/account/texts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { REMINDER_WORDS } from '#lib/words/languages.ts';
import { liveAccounts } from './account-checks.ts';
import { type Check, type Stage, when } from './aws-call.ts';

/** The WhatsApp Business account that has the number. */
async function linkedAccount({ settings: { senders } }: Stage): Promise<LinkedWhatsAppBusinessAccount | undefined> {
  const client = new SocialMessagingClient({});
  const { linkedAccounts = [] } = await client.send(new ListLinkedWhatsAppBusinessAccountsCommand({}));
  const number = senders.whatsapp?.phoneNumberId ?? '';
  for (const { id } of linkedAccounts) {
    const { account } = await client.send(new GetLinkedWhatsAppBusinessAccountCommand({ id }));
    if (account?.phoneNumbers?.some((each) => each.phoneNumberId === number || each.arn === number)) return account;
  }
  return undefined;
}

const WHATSAPP_NUMBER: Check = {
  name: 'WhatsApp: number',
  look: async (stage) => {
    if (stage.settings.senders.whatsapp === undefined) return [];
    const account = await linkedAccount(stage);
    if (account === undefined)
      return [
        'No linked WhatsApp Business account has the number of the sender. Link it in the console of End User Messaging Social.',
      ];
    const topic = stage.outputs['RepliesTopicArn'];
    const comes = account.eventDestinations?.some(({ eventDestinationArn }) => eventDestinationArn === topic);
    return when(
      !comes,
      `Replies and receipts of WhatsApp do not come. Set the event destination of ${account.id} to ${topic}.`,
    );
  },
};

const WHATSAPP_TEMPLATES: Check = {
  name: 'WhatsApp: templates',
  look: async (stage) => {
    if (stage.settings.senders.whatsapp === undefined) return [];
    const id = (await linkedAccount(stage))?.id;
    if (id === undefined) return [];
    const found = await listTemplates(id);
    const baseUrl = stage.outputs['ApiUrl'] ?? '';
    const approved = new Set(
      found
        .filter(({ templateStatus }) => templateStatus === 'APPROVED')
        .map((each) => nameOf(each.templateName, each.templateLanguage)),
    );
    const wanted = whatsappTemplates(baseUrl);
    const missing = wanted.map(({ name, language }) => nameOf(name, language)).filter((name) => !approved.has(name));
    const register = `npm run cli -- whatsapp register-templates --waba ${id} --base-url ${baseUrl}`;
    return [
      ...when(
        missing.length > 0,
        `Meta has not approved ${missing.length} of ${wanted.length} templates, such as ${missing[0]}. Wait, or register them: ${register}.`,
      ),
      ...(await faultOfButton(id, found, baseUrl)),
      ...(await faultsOfOwn(approved)),
    ];
  },
};

const nameOf = (name: string | undefined, language: string | undefined): string => `${name} (${language})`;

/** Of the texts that merchants wrote. */
async function faultsOfOwn(approved: ReadonlySet<string>): Promise<string[]> {
  const faults = await Promise.all(
    (await liveAccounts()).map(async (account) => {
      const texts = Object.entries(await getTexts(table, account));
      return texts.flatMap(([key, { template }]) => {
        if (template === undefined) return [];
        const { templateLanguage } = REMINDER_WORDS[parseTextKey(key).language].whatsapp;
        const name = nameOf(template.name, template.language ?? templateLanguage);
        return when(
          !approved.has(name),
          `Meta has not approved ${name}, which account ${account.id} uses: until then its messages have our words.`,
        );
      });
    }),
  );
  return faults.flat();
}

/** All are registered together, so one of them shows where the buttons of all lead. */
async function faultOfButton(id: string, found: readonly TemplateSummary[], baseUrl: string): Promise<string[]> {
  const withButton = whatsappTemplates(baseUrl).find((each) => JSON.stringify(each).includes('"URL"'));
  const one = found.find(
    (each) => each.templateName === withButton?.name && each.templateLanguage === withButton?.language,
  );
  if (one === undefined) return [];
  const command = new GetWhatsAppMessageTemplateCommand({ id, metaTemplateId: one.metaTemplateId });
  const { template = '' } = await new SocialMessagingClient({}).send(command);
  const leadsHere = template.replaceAll('\\/', '/').includes(`${baseUrl}/pay/`);
  return when(
    !leadsHere,
    `The buttons of the WhatsApp templates do not lead to ${baseUrl}. Keep the old domain in \`also\`, or register the templates under new names.`,
  );
}

async function listTemplates(id: string): Promise<TemplateSummary[]> {
  const client = new SocialMessagingClient({});
  const all: TemplateSummary[] = [];
  for (let nextToken: string | undefined, page = 0; page === 0 || nextToken !== undefined; page += 1) {
    const answer = await client.send(new ListWhatsAppMessageTemplatesCommand({ id, nextToken, maxResults: 100 }));
    all.push(...(answer.templates ?? []));
    nextToken = answer.nextToken;
  }
  return all;
}

export const WHATSAPP_CHECKS: readonly Check[] = [WHATSAPP_NUMBER, WHATSAPP_TEMPLATES];
