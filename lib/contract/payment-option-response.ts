/** The schemas of the ways to pay a collection. */
import * as z from 'zod/mini';
import { type DescribedSchema, describeResponse, INSTANT } from './described.ts';
import { AmountResponse, instant } from './fields.ts';

const option = <Method extends string, Fields extends z.core.$ZodLooseShape>(method: Method, fields: Fields) =>
  z.strictObject({ method: z.literal(method), ...fields, expiresAt: instant() });

const link = { link: z.url() };
const bankAccount = {
  bankName: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  /** What to transfer, where the provider's fee comes on top of what is asked. */
  amount: z.optional(AmountResponse),
};

const PaymentLinkResponse = option('payment_link', link);
const VirtualAccountResponse = option('virtual_account', bankAccount);
const BankTransferResponse = option('bank_transfer', bankAccount);
const CardResponse = option('card', link);
const MobileMoneyResponse = option('mobile_money', {
  provider: z.string(),
  phone: z.string(),
  instructions: z.string(),
});

export const PaymentOptionResponse = z.discriminatedUnion('method', [
  PaymentLinkResponse,
  VirtualAccountResponse,
  BankTransferResponse,
  CardResponse,
  MobileMoneyResponse,
]);

const expiresText = () => `Until when it can be used, ${INSTANT}.`;

const bankTexts = () => ({
  bankName: 'The name of the bank.',
  accountNumber: 'The number of the account; digits, with leading zeros.',
  accountName: 'The name that the account shows to the payer.',
  amount: 'What to transfer, where the provider’s fee comes on top; absent when it is what is outstanding.',
  expiresAt: expiresText(),
});

const mapping = {
  payment_link: '#/components/schemas/PaymentLink',
  virtual_account: '#/components/schemas/VirtualAccount',
  bank_transfer: '#/components/schemas/BankTransfer',
  card: '#/components/schemas/Card',
  mobile_money: '#/components/schemas/MobileMoney',
};

/** The texts of these schemas, for the API's description. */
export const paymentOptionTexts = (): DescribedSchema[] => [
  describeResponse('PaymentLink', PaymentLinkResponse, {
    description: 'Our payment page, with every way to pay.',
    fields: { method: 'Always `payment_link`.', link: 'Absolute URL of the page.', expiresAt: expiresText() },
  }),
  describeResponse('Card', CardResponse, {
    description: 'Payment by card.',
    fields: { method: 'Always `card`.', link: 'Absolute URL of the page for the card.', expiresAt: expiresText() },
  }),
  describeResponse('VirtualAccount', VirtualAccountResponse, {
    description: 'A bank account made for this collection alone.',
    fields: { method: 'Always `virtual_account`.', ...bankTexts() },
  }),
  describeResponse('BankTransfer', BankTransferResponse, {
    description: 'A transfer to a bank account.',
    fields: { method: 'Always `bank_transfer`.', ...bankTexts() },
  }),
  describeResponse('MobileMoney', MobileMoneyResponse, {
    description: 'Payment from a mobile wallet.',
    fields: {
      method: 'Always `mobile_money`.',
      provider: 'The network of the wallet, such as MTN.',
      phone: 'The phone of the wallet, in E.164 form.',
      instructions: 'What the payer has to do, as text to show.',
      expiresAt: expiresText(),
    },
  }),
  describeResponse('PaymentOption', PaymentOptionResponse, {
    description: 'One way to pay a collection. `method` says which.',
    also: { discriminator: { propertyName: 'method', mapping } },
  }),
];
