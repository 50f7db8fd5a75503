/** The body of a preview. Apart from the plan's schema, which the function does not need. */
import * as z from 'zod/mini';
import { CreateCollectionRequest, createCollectionFieldTexts, readDated } from './create-collection.ts';
import { type DescribedSchema, describeRequest } from './described.ts';
import { exactText } from './fields.ts';

/** A create body. Without a reference, links and the spread after quiet hours are only examples. */
export const PreviewFollowUpsRequest = z.extend(CreateCollectionRequest, {
  reference: z._default(exactText(255), 'preview'),
});

export const readPreviewFollowUps = readDated(PreviewFollowUpsRequest);

/** The texts of these schemas, for the API's description. */
export const previewFollowUpsTexts = (): DescribedSchema[] => [
  describeRequest('PreviewFollowUpsRequest', PreviewFollowUpsRequest, {
    description: 'The body of a create, of which `reference` may be absent.',
    fields: {
      ...createCollectionFieldTexts,
      reference: 'When absent, links and the exact minute after quiet hours are only examples. 1 to 255 characters.',
    },
  }),
];
