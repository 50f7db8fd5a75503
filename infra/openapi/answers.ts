/** The bodies of all successes. */
import * as z from 'zod/mini';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { listPageEnvelope, successEnvelope } from '#lib/contract/envelope.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { PaymentResponse } from '#lib/contract/payment.ts';
import { ProviderResponse } from '#lib/contract/provider.ts';
import { ReminderPreviewResponse } from '#lib/contract/reminder-preview.ts';
import { response } from './named.ts';

export const ENVELOPE = { status: 'Always `success`.', message: 'What was done, in English, for people.' };

export const answer = (id: string, schema: z.ZodMiniType, data: string) =>
  response(id, successEnvelope(schema), {
    description: `${data} in the envelope.`,
    fields: { ...ENVELOPE, data: `${data}.` },
  });

export const ofCollection = answer('CollectionResponse', CollectionResponse, 'The collection');
export const ofPlan = answer('FollowUpPlanResponse', FollowUpPlanResponse, 'The follow-up plan');
export const ofReminder = answer('ReminderPreviewResponse', ReminderPreviewResponse, 'The reminder');
export const ofPayment = answer('PaymentResponse', PaymentResponse, 'The entry of the ledger');
export const ofPayments = answer('PaymentsResponse', z.array(PaymentResponse), 'The entries of the ledger');
export const ofProvider = answer('ProviderResponse', ProviderResponse, 'The provider');
export const ofProviders = answer('ProvidersResponse', z.array(ProviderResponse), 'The providers');

export const ofCollections = response('CollectionsResponse', listPageEnvelope(z.array(CollectionResponse)), {
  description: 'A page of the collections in the envelope.',
  fields: { ...ENVELOPE, data: 'The collections of the page.', meta: 'Where the page stands in the list.' },
});

export const ofDescription = response('OpenApiDocument', z.looseObject({ openapi: z.string() }), {
  description: 'An OpenAPI document.',
  fields: { openapi: 'The version of OpenAPI.' },
});
