/** The names and texts of the bodies of requests. */
import * as followUps from '#lib/contract/change-follow-ups.ts';
import { MetadataResponse } from '#lib/contract/collection-response.ts';
import {
  ContactFields,
  CreateCollectionRequest,
  FollowUpFields,
  PayableFields,
} from '#lib/contract/create-collection.ts';
import { Amount } from '#lib/contract/fields.ts';
import { MAX_BYTES, MAX_LEVELS, Metadata } from '#lib/contract/metadata.ts';
import { RecordPaymentRequest } from '#lib/contract/payment.ts';
import { PreviewFollowUpsRequest } from '#lib/contract/preview-follow-ups.ts';
import { CreateProviderRequest, UpdateProviderRequest } from '#lib/contract/provider.ts';
import { ContactChanges, UpdateCollectionRequest } from '#lib/contract/update-collection.ts';
import { UpdateCollectionStatusRequest } from '#lib/contract/update-collection-status.ts';
import { request, response } from './named.ts';

export const ZONED =
  'ISO 8601 with its zone (`Z` or an offset such as `+01:00`); in UTC, too, its year has four digits';

request('AmountInput', Amount, {
  description: 'An amount of money above 0.',
  fields: {
    value:
      'In the unit of the currency (naira, not kobo). Has no more decimals than its currency, and at most 10^14 of its smallest units.',
    currency: 'A current ISO 4217 code in capital letters, such as NGN, USD or GHS.',
  },
});

const CONTACT = {
  firstName: '1 to 100 characters; white space around it is removed.',
  lastName: '1 to 100 characters; white space around it is removed.',
  phone:
    '5 to 20 digits in at most 40 characters. E.164 is recommended, such as +2348031234567; a national number is read as one of the account’s country.',
  email: 'An email address of at most 254 characters.',
};

request('ContactInput', ContactFields, {
  description: 'The customer. Found by phone, else by email; else made.',
  fields: CONTACT,
});
request('ContactChanges', ContactChanges, {
  description: 'The corrections of the contact, at least one. What is absent stays as it is.',
  fields: CONTACT,
});

const METADATA = {
  description: `Your own data, kept and repeated exactly: an object with a description, or a list of such objects; any other fields of any shape. At most ${MAX_BYTES} bytes and ${MAX_LEVELS} levels; the keys \`__proto__\`, \`constructor\` and \`prototype\` are not allowed.`,
};
request('Metadata', Metadata, METADATA);
response('Metadata', MetadataResponse, METADATA);

request('PayableInput', PayableFields, {
  description: 'How the customer can pay.',
  fields: {
    enabled: 'Whether ways to pay are made. With no method, the payment link is made.',
    methods: 'The ways to pay, each once. They must be ways that the provider can open in the currency.',
  },
});

request('FollowUpInput', FollowUpFields, {
  description: 'How the customer is reminded. What is absent, the service chooses.',
  fields: {
    enabled: 'Whether reminders are sent; true when absent.',
    startAfter: 'Minutes from the creation to the first reminder, 0 to 525,600 (a year).',
    cadence: 'The time between two reminders.',
    channels: 'The channels to use, in turn, each once.',
    tone: 'The tone of the first reminder; later ones are firmer.',
  },
});

const EXPIRES_IN = 'Minutes from the creation to the expiry, 1 to 525,600 (a year).';
const COLLECTION = {
  type: 'Always `integrated`.',
  reference: 'Your id of the payment, 1 to 255 characters without control characters. Unique in the account.',
  amount: 'What is to be paid.',
  contact: 'The customer.',
  metadata: 'Your own data.',
  expiresIn: EXPIRES_IN,
  payable: 'How the customer can pay. When absent, no way to pay is made.',
  provider: 'The slug of one of your enabled providers. When absent, the account’s default.',
  followUp: 'How the customer is reminded. When absent, the service chooses a strategy.',
};

request('CreateCollectionRequest', CreateCollectionRequest, {
  description: 'A request to collect one payment.',
  fields: COLLECTION,
});
request('PreviewFollowUpsRequest', PreviewFollowUpsRequest, {
  description: 'The body of a create, of which `reference` may be absent.',
  fields: {
    ...COLLECTION,
    reference: 'When absent, links and the exact minute after quiet hours are only examples. 1 to 255 characters.',
  },
});
request('UpdateCollectionRequest', UpdateCollectionRequest, {
  description: 'The corrections, at least one. What is absent stays as it is.',
  fields: {
    contact: 'Corrections of the customer’s names and addresses.',
    expiresIn: `${EXPIRES_IN} Counted from the creation, not from now; must end in the future.`,
    followUp: 'New follow-ups, as in a create. `{"enabled": false}` ends them; the collection can still be paid.',
    metadata: 'Replaces what there was.',
  },
});
request('UpdateCollectionStatusRequest', UpdateCollectionStatusRequest, {
  description: 'A new status.',
  fields: { status: 'What it has already changes nothing; `pending` can only be what it has already.' },
});

request('PauseFollowUpsRequest', followUps.PauseFollowUpsRequest, {
  description: 'For how long to pause.',
  fields: { until: `In the future; ${ZONED}. When absent, the pause lasts until the follow-ups are resumed.` },
});
request('SendFollowUpRequest', followUps.SendFollowUpRequest, {
  description: 'How to send the reminder.',
  fields: {
    channel: 'Only this channel. When absent, any that can be used.',
    tone: 'When absent, the tone that the plan would have now.',
  },
});
request('PromisePaymentRequest', followUps.PromisePaymentRequest, {
  description: 'What the customer promised.',
  fields: { payBy: `In the future, and at least a day before a year from the creation is over; ${ZONED}.` },
});

request('RecordPaymentRequest', RecordPaymentRequest, {
  description: 'Money that moved elsewhere. Needs `transaction` or the header Idempotency-Key.',
  fields: {
    amount: 'How much; positive, also of a refund. In the currency of the collection.',
    kind: '`payment` for money that you received, `refund` for money that you gave back.',
    method: 'How the money moved.',
    paidAt: `When the money moved; not in the future; ${ZONED}. When absent, now.`,
    note: 'Your remark, 1 to 500 characters; white space around it is removed.',
    transaction: 'Your id of the transaction, 1 to 255 characters. One id is recorded once in a collection.',
  },
});

request('CreateProviderRequest', CreateProviderRequest, {
  description: 'A payment provider.',
  fields: {
    name: 'The name to show, 1 to 100 characters; white space around it is removed.',
    slug: 'Identifies it in `provider` of a create: 1 to 63 of a-z, 0-9, _ and -, starting with a letter or a digit. It never changes.',
    enabled: 'Whether collections can name it.',
  },
});
request('UpdateProviderRequest', UpdateProviderRequest, {
  description: 'The changes, at least one. What is absent stays as it is.',
  fields: {
    name: 'The name to show, 1 to 100 characters; white space around it is removed.',
    enabled: 'Whether collections can name it.',
  },
});
