/** The names and texts of the parts of a collection in responses. */
import * as parts from '#lib/contract/collection-response.ts';
import { INSTANT, response } from './named.ts';

response('Amount', parts.AmountResponse, {
  description: 'An amount of money.',
  fields: {
    value:
      'In the unit of the currency (naira, not kobo), with at most its decimals. What was taken or given back is negative.',
    currency: 'ISO 4217 code in capital letters, such as NGN.',
  },
});

response('Balance', parts.BalanceResponse, {
  description: 'What has been received for a collection, and what is still to be paid.',
  fields: {
    received: 'The sum of all entries of the ledger that count: payments less refunds and what was taken back.',
    outstanding: 'The amount less what was received, and never less than 0.',
  },
});

response('Contact', parts.ContactResponse, {
  description: 'The customer, with the names and addresses that this collection was given.',
  fields: {
    id: '`contact_` and 25 characters. Collections of one customer have the same id.',
    firstName: 'As given, without white space around it.',
    lastName: 'As given, without white space around it.',
    phone: 'In E.164 form when it could be read as a phone number, else as given.',
    email: 'As given.',
  },
});

const EXPIRES = `Until when it can be used, ${INSTANT}.`;
const BANK = {
  bankName: 'The name of the bank.',
  accountNumber: 'The number of the account; digits, with leading zeros.',
  accountName: 'The name that the account shows to the payer.',
  amount: 'What to transfer, where the provider’s fee comes on top; absent when it is what is outstanding.',
  expiresAt: EXPIRES,
};

response('PaymentLink', parts.PaymentLinkResponse, {
  description: 'Our payment page, with every way to pay.',
  fields: { method: 'Always `payment_link`.', link: 'Absolute URL of the page.', expiresAt: EXPIRES },
});
response('Card', parts.CardResponse, {
  description: 'Payment by card.',
  fields: { method: 'Always `card`.', link: 'Absolute URL of the page for the card.', expiresAt: EXPIRES },
});
response('VirtualAccount', parts.VirtualAccountResponse, {
  description: 'A bank account made for this collection alone.',
  fields: { method: 'Always `virtual_account`.', ...BANK },
});
response('BankTransfer', parts.BankTransferResponse, {
  description: 'A transfer to a bank account.',
  fields: { method: 'Always `bank_transfer`.', ...BANK },
});
response('MobileMoney', parts.MobileMoneyResponse, {
  description: 'Payment from a mobile wallet.',
  fields: {
    method: 'Always `mobile_money`.',
    provider: 'The network of the wallet, such as MTN.',
    phone: 'The phone of the wallet, in E.164 form.',
    instructions: 'What the payer has to do, as text to show.',
    expiresAt: EXPIRES,
  },
});

const mapping = {
  payment_link: '#/components/schemas/PaymentLink',
  virtual_account: '#/components/schemas/VirtualAccount',
  bank_transfer: '#/components/schemas/BankTransfer',
  card: '#/components/schemas/Card',
  mobile_money: '#/components/schemas/MobileMoney',
};

response('PaymentOption', parts.PaymentOptionResponse, {
  description: 'One way to pay a collection. `method` says which.',
  also: { discriminator: { propertyName: 'method', mapping } },
});

response('Payable', parts.PayableResponse, {
  description: 'How a collection can be paid.',
  fields: {
    enabled: 'Whether ways to pay are made.',
    methods: 'The ways that were asked for; empty when `enabled` is false.',
    options: 'The ways to pay that are open now; empty when there is none, such as after the payment.',
  },
});

response('FollowUp', parts.FollowUpResponse, {
  description: 'How the customer is reminded: what the request gave, completed by the service.',
  fields: {
    enabled: 'Whether reminders are sent. When false, the other fields are absent.',
    startAfter: 'Minutes from the creation to the first reminder.',
    cadence: 'The time between two reminders.',
    channels: 'The channels that are used, in turn.',
    tone: 'The tone of the first reminder; later ones are firmer.',
  },
});

response('Collection', parts.CollectionResponse, {
  description: 'A request to collect one payment from one customer.',
  fields: {
    id: '`pay_` and 35 characters.',
    type: 'Always `integrated`.',
    contact: 'The customer.',
    reference: 'Your id of the payment, exactly as sent. Unique in the account.',
    amount: 'What is to be paid. It never changes.',
    balance: 'What has been received, and what is outstanding.',
    status: '`pending` and `overdue` can be paid; `expired` cannot; `completed` and `cancelled` are final.',
    expiresIn: 'Minutes from the creation to the expiry.',
    payable: 'How it can be paid.',
    followUp: 'How the customer is reminded.',
    metadata: 'Exactly as sent; absent if none was sent.',
    events: 'What happened, oldest first. A list shows only the events of the collection itself.',
    createdAt: `When it was created, ${INSTANT}.`,
    updatedAt: `When it last changed, ${INSTANT}.`,
    completedAt: `When it was completed, ${INSTANT}; null before that.`,
  },
});
