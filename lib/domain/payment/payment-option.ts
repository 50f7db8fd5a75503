/** The ways to pay that a collection offers, as they are shown: each leads to the payment by one method. */

/** Goes to a page of the provider's, or to our own. */
export type LinkOption = { link: string; expiresAt: string };

/** An account to transfer the amount to; until `expiresAt` what arrives there belongs to this collection. */
export type BankAccountOption = { bankName: string; accountNumber: string; accountName: string; expiresAt: string };

/** A request to the payer's phone, or what they have to do there. `provider` is the network: MTN, M-Pesa. */
type MobileMoneyOption = { provider: string; phone: string; instructions: string; expiresAt: string };

/** What a provider opens for each method; `checkout` is its own page, behind ours. */
export type OpenedBy = {
  checkout: LinkOption;
  card: LinkOption;
  virtual_account: BankAccountOption;
  bank_transfer: BankAccountOption;
  mobile_money: MobileMoneyOption;
};

/** The methods that need a provider. */
type ProviderMethod = Exclude<keyof OpenedBy, 'checkout'>;

/** An option that a provider has opened. */
export type ProviderOption = { [Method in ProviderMethod]: { method: Method } & OpenedBy[Method] }[ProviderMethod];

export type PaymentOption = ({ method: 'payment_link' } & LinkOption) | ProviderOption;
