/** The schemas of providers in requests and responses. */
import * as z from 'zod/mini';
import {
  A_PROVIDER_ID,
  CREATED,
  type DescribedSchema,
  describeRequest,
  describeResponse,
  INSTANT,
} from './described.ts';
import { instant, reader, trimmedText } from './fields.ts';

const slug = () =>
  z
    .string()
    .check(
      z.regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be 1 to 63 of a-z, 0-9, _ and -, starting with a letter or a digit'),
    );

export const CreateProviderRequest = z.strictObject({
  name: trimmedText(100),
  slug: slug(),
  enabled: z._default(z.boolean(), true),
});

export const readCreateProvider = reader(CreateProviderRequest);

/** A slug never changes, so it is not a known field here. */
export const UpdateProviderRequest = z
  .strictObject({ name: z.optional(trimmedText(100)), enabled: z.optional(z.boolean()) })
  .check(z.refine((change) => Object.keys(change).length > 0, 'must have at least one of name, enabled'))
  .register(z.globalRegistry, { minProperties: 1 });

export const readUpdateProvider = reader(UpdateProviderRequest);

export const ProviderResponse = z.strictObject({
  id: z.string().check(z.regex(/^prv_[0-9a-z]{35}$/)),
  name: z.string(),
  slug: z.string(),
  enabled: z.boolean(),
  createdAt: instant(),
  updatedAt: instant(),
});
export type ProviderResponse = z.output<typeof ProviderResponse>;

/** The texts of these schemas, for the API's description. */
export const providerTexts = (): DescribedSchema[] => [
  describeRequest('CreateProviderRequest', CreateProviderRequest, {
    description: 'A payment provider.',
    fields: {
      name: 'The name to show, 1 to 100 characters; white space around it is removed.',
      slug: 'Identifies it in `provider` of a create: 1 to 63 of a-z, 0-9, _ and -, starting with a letter or a digit. It never changes.',
      enabled: 'Whether collections can name it.',
    },
  }),
  describeRequest('UpdateProviderRequest', UpdateProviderRequest, {
    description: 'The changes, at least one. What is absent stays as it is.',
    fields: {
      name: 'The name to show, 1 to 100 characters; white space around it is removed.',
      enabled: 'Whether collections can name it.',
    },
  }),
  describeResponse('Provider', ProviderResponse, {
    description: 'A payment provider of the account.',
    fields: {
      id: '`prv_` and 35 characters.',
      name: 'The name to show.',
      slug: 'Identifies it in `provider` of a create. It never changes.',
      enabled: 'Whether collections can name it.',
      createdAt: `When it was created, ${INSTANT}.`,
      updatedAt: `When it last changed, ${INSTANT}.`,
    },
  }),
];

export const providerExample = {
  id: A_PROVIDER_ID,
  name: 'Paystack',
  slug: 'paystack',
  enabled: true,
  createdAt: CREATED,
  updatedAt: CREATED,
} satisfies ProviderResponse;
