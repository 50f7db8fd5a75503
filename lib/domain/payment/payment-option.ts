/** The payment options of a collection, as responses show them. */
import type { Money } from '#lib/domain/money.ts';

export type LinkOption = { link: string; expiresAt: string };

/** What the provider was asked for; absent when it is the collection's whole amount. */
type AskedAmount = { asked?: Money };

/** An account to transfer the amount to. Until `expiresAt`, money that arrives there is for this collection. */
export type BankAccountOption = {
  bankName: string;
  accountNumber: string;
  accountName: string;
  expiresAt: string;
  /** What to transfer, where the provider's fee comes on top of what is asked. */
  amount?: Money;
} & AskedAmount;

/** A request to the payer's phone, or instructions for the payer. `provider` is the network: MTN, M-Pesa. */
type MobileMoneyOption = {
  provider: string;
  phone: string;
  instructions: string;
  expiresAt: string;
  /** The payer has to enter a code that the network gives, on our page; `PaymentAdapter.submitCode` sends it. */
  needsCode?: true;
} & AskedAmount;

/** What a provider opens for each method. `checkout` is the provider's own page, reached from ours. */
export type OpenedBy = {
  checkout: LinkOption;
  card: LinkOption;
  virtual_account: BankAccountOption;
  bank_transfer: BankAccountOption;
  mobile_money: MobileMoneyOption;
};

type ProviderMethod = Exclude<keyof OpenedBy, 'checkout'>;

export type ProviderOption = { [Method in ProviderMethod]: { method: Method } & OpenedBy[Method] }[ProviderMethod];

export type PaymentOption = ({ method: 'payment_link' } & LinkOption) | ProviderOption;
