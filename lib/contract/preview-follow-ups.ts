/** The body of a preview; apart from the plan it leads to, so that the function builds no schema it does not check. */
import * as z from 'zod/mini';
import { CreateCollectionRequest } from './create-collection.ts';
import { exactText, reader } from './fields.ts';

/** A create body; without a reference, links and the spread after quiet hours are only examples. */
export const PreviewFollowUpsRequest = z.extend(CreateCollectionRequest, {
  reference: z._default(exactText(255), 'preview'),
});

export const readPreviewFollowUps = reader(PreviewFollowUpsRequest);
