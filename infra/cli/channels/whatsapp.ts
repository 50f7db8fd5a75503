/** `whatsapp register-templates`: submits the reminders' templates to Meta, which must approve them before they can be sent. */
import { CreateWhatsAppMessageTemplateCommand, SocialMessagingClient } from '@aws-sdk/client-socialmessaging';
import { type Run, textOf, UsageError } from '#infra/cli/command.ts';
import { whatsappTemplates } from '#lib/domain/channels/whatsapp/templates.ts';

type RegisteredTemplate = { name: string; language: string; status: string };

/** One after the other, because Meta limits the rate. The others are still registered when one is refused. */
export const registerTemplates: Run = async (values) => {
  const baseUrl = textOf(values, 'base-url').replace(/\/+$/, '');
  if (!/^https:\/\/[^/]/.test(baseUrl)) throw new UsageError('--base-url must be the https address of the service');
  const client = new SocialMessagingClient({});
  const registered: RegisteredTemplate[] = [];
  for (const template of whatsappTemplates(baseUrl)) {
    const templateDefinition = new TextEncoder().encode(JSON.stringify(template));
    const command = new CreateWhatsAppMessageTemplateCommand({ id: textOf(values, 'waba'), templateDefinition });
    const status = await client.send(command).then(
      ({ templateStatus }) => templateStatus ?? 'SUBMITTED',
      (error: Error) => `REFUSED: ${error.name}: ${error.message}`,
    );
    registered.push({ name: template.name, language: template.language, status });
  }
  return { data: registered, text: registered.map((each) => Object.values(each).join('  ')).join('\n') };
};
