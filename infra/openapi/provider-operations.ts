/** What the operations on payment providers take and answer. */
import { CreateProviderRequest, UpdateProviderRequest } from '#lib/contract/provider.ts';
import type { Operation } from '#lib/contract/routes.ts';
import { ofProvider, ofProviders } from './answers.ts';
import * as examples from './examples.ts';
import { OF_PROVIDER, type OperationContract } from './operation-contract.ts';

export const PROVIDER_OPERATIONS = {
  'create-provider': {
    tag: 'Providers',
    summary: 'Add a payment provider',
    description:
      'Its keys are not given here: the operator of the service sets them. An account has at most 50 providers.',
    body: CreateProviderRequest,
    example: { name: 'Paystack', slug: 'paystack' },
    creates: true,
    success: { status: 201, schema: ofProvider, example: examples.provider('Provider created successfully') },
    errors: { 409: ['provider_slug_taken', 'provider_limit'] },
  },
  'list-providers': {
    tag: 'Providers',
    summary: 'List payment providers',
    description: 'All of the account, oldest first.',
    success: { status: 200, schema: ofProviders, example: examples.providers },
    errors: {},
  },
  'get-provider': {
    tag: 'Providers',
    summary: 'Read one payment provider',
    description: 'Reads a payment provider of the account by its id.',
    success: { status: 200, schema: ofProvider, example: examples.provider('Provider retrieved successfully') },
    errors: OF_PROVIDER,
  },
  'update-provider': {
    tag: 'Providers',
    summary: 'Rename, enable or disable a payment provider',
    description: 'The slug never changes. Collections that name a disabled provider stay as they are.',
    body: UpdateProviderRequest,
    example: { name: 'Paystack Nigeria' },
    success: {
      status: 200,
      schema: ofProvider,
      example: examples.provider('Provider updated successfully', { name: 'Paystack Nigeria' }),
    },
    errors: OF_PROVIDER,
  },
} as const satisfies Partial<Record<Operation, OperationContract>>;
