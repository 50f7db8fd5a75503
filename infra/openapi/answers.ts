/** The bodies of all successes. */
import * as z from 'zod/mini';
import { AccountResponse } from '#lib/contract/account.ts';
import { AttentionList, AttentionResponse } from '#lib/contract/attention.ts';
import { BookPage } from '#lib/contract/book.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { CustomerResponse, CustomersPage } from '#lib/contract/customer.ts';
import { describeResponse } from '#lib/contract/described.ts';
import { listPageEnvelope, successEnvelope } from '#lib/contract/envelope.ts';
import { EventFeed } from '#lib/contract/event.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { FollowUpPolicyResponse } from '#lib/contract/follow-up-policy.ts';
import { AgendaResponse, RehearsalResponse } from '#lib/contract/forecast.ts';
import { ExperimentResponse, FlowResponse, RecoveryResponse } from '#lib/contract/insights.ts';
import { JournalPage } from '#lib/contract/journal.ts';
import { PaymentResponse } from '#lib/contract/payment.ts';
import { ProviderResponse } from '#lib/contract/provider.ts';
import { ReminderPreviewResponse } from '#lib/contract/reminder-preview.ts';
import { RemindersResponse } from '#lib/contract/reminders.ts';
import { StatementResponse } from '#lib/contract/statement.ts';
import { TextPreviewResponse, TextResponse, TextsResponse } from '#lib/contract/text.ts';
import { DeliveryLog, PingResponse, ReplayResponse } from '#lib/contract/webhook-delivery.ts';
import { WebhookEndpointResponse, WebhookEndpointWithSecret } from '#lib/contract/webhook-endpoint.ts';
import { register } from './schemas.ts';

const ENVELOPE = { status: 'Always `success`.', message: 'What was done, in English, for people.' };

const answer = (id: string, schema: z.ZodMiniType, data: string) =>
  register(
    describeResponse(id, successEnvelope(schema), {
      description: `${data} in the envelope.`,
      fields: { ...ENVELOPE, data: `${data}.` },
    }),
  );

export const ofCollection = answer('CollectionResponse', CollectionResponse, 'The collection');
export const ofPlan = answer('FollowUpPlanResponse', FollowUpPlanResponse, 'The follow-up plan');
export const ofReminder = answer('ReminderPreviewResponse', ReminderPreviewResponse, 'The reminder');
export const ofPayment = answer('PaymentResponse', PaymentResponse, 'The entry of the ledger');
export const ofPayments = answer('PaymentsResponse', z.array(PaymentResponse), 'The entries of the ledger');
export const ofAccount = answer('AccountResponse', AccountResponse, 'The account');
export const ofReminders = answer('RemindersListResponse', z.array(RemindersResponse), 'The reminders');
export const ofAgenda = answer('AgendaResponse', AgendaResponse, 'The agenda');
export const ofRehearsal = answer('RehearsalResponse', RehearsalResponse, 'The rehearsal');
export const ofText = answer('TextResponse', TextResponse, 'The text');
export const ofTexts = answer('TextsResponse', TextsResponse, 'The texts');
export const ofTextPreview = answer('TextPreviewResponse', TextPreviewResponse, 'The message');
export const ofPolicy = answer('FollowUpPolicyResponse', FollowUpPolicyResponse, 'The rules');
export const ofProvider = answer('ProviderResponse', ProviderResponse, 'The provider');
export const ofProviders = answer('ProvidersResponse', z.array(ProviderResponse), 'The providers');

export const ofCollections = register(
  describeResponse('CollectionsResponse', listPageEnvelope(z.array(CollectionResponse)), {
    description: 'A page of the collections in the envelope.',
    fields: { ...ENVELOPE, data: 'The collections of the page.', meta: 'Where the page stands in the list.' },
  }),
);

export const ofDescription = register(
  describeResponse('OpenApiDocument', z.looseObject({ openapi: z.string() }), {
    description: 'An OpenAPI document.',
    fields: { openapi: 'The version of OpenAPI.' },
  }),
);

export const ofEndpoint = answer('WebhookEndpointResponse', WebhookEndpointResponse, 'The webhook endpoint');
export const ofEndpoints = answer(
  'WebhookEndpointsResponse',
  z.array(WebhookEndpointResponse),
  'The webhook endpoints',
);
export const withSecret = answer(
  'WebhookEndpointWithSecretResponse',
  WebhookEndpointWithSecret,
  'The webhook endpoint with its secret',
);
export const ofBook = register(
  describeResponse('BookResponse', BookPage, {
    description: 'What is owed in the envelope.',
    fields: { ...ENVELOPE, data: 'What is owed.', meta: 'Of `by=customer`: where the page ends.' },
  }),
);
export const ofJournal = register(
  describeResponse('JournalResponse', JournalPage, {
    description: 'A page of the journal in the envelope.',
    fields: {
      ...ENVELOPE,
      data: 'The entries of the page, in the order in which they were booked.',
      meta: 'Where the page ends.',
    },
  }),
);
export const ofFlow = answer('FlowResponse', FlowResponse, 'How money came and went');
export const ofRecovery = answer('RecoveryResponse', RecoveryResponse, 'What followed the messages');
export const ofExperiment = answer('ExperimentResponse', ExperimentResponse, 'What reminders bring');

export const ofCustomer = answer('CustomerResponse', CustomerResponse, 'The customer');
export const ofStatement = answer('StatementResponse', StatementResponse, 'The statement');
export const ofCustomers = register(
  describeResponse('CustomersResponse', CustomersPage, {
    description: 'A page of customers in the envelope.',
    fields: { ...ENVELOPE, data: 'The customers of the page.', meta: 'Where the page ends.' },
  }),
);

export const ofPing = answer('PingResponse', PingResponse, 'What the receiver did');
export const ofReplay = answer('ReplayResponse', ReplayResponse, 'What is sent again');

export const ofFeed = register(
  describeResponse('EventsResponse', EventFeed, {
    description: 'A page of the feed in the envelope.',
    fields: { ...ENVELOPE, data: 'The events of the page.', meta: 'Where the page ends.' },
  }),
);
export const ofAttentionItem = answer('AttentionResponse', AttentionResponse, 'The item');
export const ofAttention = register(
  describeResponse('AttentionListResponse', AttentionList, {
    description: 'A page of the list in the envelope.',
    fields: { ...ENVELOPE, data: 'The items of the page, oldest first.', meta: 'Where the page ends.' },
  }),
);
export const ofDeliveries = register(
  describeResponse('WebhookDeliveriesResponse', DeliveryLog, {
    description: 'A page of the log of deliveries in the envelope.',
    fields: { ...ENVELOPE, data: 'The deliveries of the page.', meta: 'Where the page ends.' },
  }),
);
