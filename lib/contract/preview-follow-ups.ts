/** The body of a preview. Apart from the plan's schema, which the function does not need. */
import * as z from 'zod/mini';
import { CreateCollectionRequest } from './create-collection.ts';
import { exactText, reader } from './fields.ts';

/** A create body. Without a reference, links and the spread after quiet hours are only examples. */
export const PreviewFollowUpsRequest = z.extend(CreateCollectionRequest, {
  reference: z._default(exactText(255), 'preview'),
});

export const readPreviewFollowUps = reader(PreviewFollowUpsRequest);
