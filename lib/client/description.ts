/** Made by `npm run openapi` from the description of the API. Do not edit it. */

/** Any text: more values may come, and a client must go on when it meets one. */
type More = string & Record<never, never>;

/** What is recorded in place of what the customer said. */
export interface AcceptedPayment {
  /** When absent, as the customer said. In the currency of the collection. */
  amount?: AmountInput;
  /** When absent, as the customer said. */
  method?: "cash" | "bank_transfer" | "cheque" | "card" | "mobile_money" | "other";
  /** Not in the future; ISO 8601 with its zone (`Z` or an offset such as `+01:00`); in UTC, too, its year has four digits. When absent, the day that the customer said. */
  paidAt?: string;
  /** Your remark, 1 to 500 characters. When absent, the transaction that the customer gave. */
  note?: string;
  /** Your id of the transaction, 1 to 255 characters. One id is recorded once in a collection. */
  transaction?: string;
}

/** An account, and what it sets for all its customers. Null: as the service has it. */
export interface Account {
  /** Ten characters. */
  id: string;
  /** What the business is called. */
  name: string;
  /** `test`: nothing is charged, and no message is sent. */
  mode: "live" | "test" | More;
  /** ISO 3166 code. It was set when the account was opened, and never changes. */
  country: string | null;
  /** Who stands behind the name, as pages and emails say it below. */
  legalName: string | null;
  /** The postal address that pages and emails show. */
  address: string | null;
  /** An address with `https`, to which pages lead back. */
  website: string | null;
  /** The picture above pages and emails; emails show no SVG. */
  logo: Logo | null;
  /** The colour of buttons, such as `#0b57d0`. Where it is too light to be read, a darker one of its kind is used. */
  color: string | null;
  /** The number at which customers reach you, in E.164. */
  supportPhone: string | null;
  /** The address at which customers reach you. */
  supportEmail: string | null;
  /** The slug of the provider of collections that name none. */
  defaultProvider: string | null;
  /** The language of customers whose country has none of ours of its own: `en`, `fr`, `pt`, `sw` or `ha`. English where it is not set. What a reader chooses on a page comes first. */
  language: "en" | "fr" | "pt" | "sw" | "ha" | More | null;
  /** For how many days ahead customers may promise to pay, 1 to 90. */
  promiseDays: number;
  /** `on`: one message speaks for all debts of a person. `off`: each debt has messages of its own. */
  digest: "on" | "off" | More;
  /** `on`: customers may pay a part of what is left on the payment page, a tenth of it at least. `off`: all of it. */
  partPayments: "on" | "off" | More;
  /** Whole hours of the customer’s day, from 8 to 20, at least 2 apart. No automatic message is sent outside. Laws and rules for people hold besides; where a number may be in zones that share none of these hours, they alone hold. */
  messageHours: MessageHours | null;
  /** What messages cost you, for the agenda and rehearsals. Costs are unknown where it is not set. */
  messagePrices: MessagePrices | null;
  /** At most so many automatic messages to one person in seven days, 1 to 7. Laws and rules for people hold besides. */
  messagesPerWeek: number | null;
  /** When it was opened, ISO 8601 in UTC with milliseconds. */
  createdAt: string;
}

/** The account in the envelope. */
export interface AccountResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The account. */
  data: Account;
}

/** What goes out on the next days, if nobody pays or answers. */
export interface Agenda {
  /** When it was counted, ISO 8601 in UTC with milliseconds. */
  asOf: string;
  /** False while it is still being counted: ask again in some seconds. */
  isDone: boolean;
  /** On all these days. */
  messages: number;
  /** What the messages cost by your own prices; null where you have set none for any of them. */
  cost: Amount | null;
  /** Messages for which you have set no price: their cost is not in it. */
  unpricedMessages: number;
  /** Every day of the range. */
  days: AgendaDay[];
}

/** What goes out on a day. */
export interface AgendaDay {
  /** The day, where the account is. */
  date: string;
  /** How many messages go out if nobody pays or answers. */
  messages: number;
  /** By which channels. */
  channels: ChannelMessages[];
  /** What is asked for, by currency. */
  owed: Amount[];
  /** What the messages cost by your own prices; null where you have set none for any of them. */
  cost: Amount | null;
  /** Messages for which you have set no price: their cost is not in it. */
  unpricedMessages: number;
  /** The first 20 collections that are named. */
  collections: string[];
}

/** The agenda in the envelope. */
export interface AgendaResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The agenda. */
  data: Agenda;
}

/** An amount of money. */
export interface Amount {
  /** In the unit of the currency (naira, not kobo), with at most its decimals. What was taken or given back is negative. */
  value: number;
  /** ISO 4217 code in capital letters, such as NGN. */
  currency: string;
}

/** An amount of money above 0. */
export interface AmountInput {
  /** In the unit of the currency (naira, not kobo). Has no more decimals than its currency, and at most 10^14 of its smallest units. */
  value: number;
  /** A current ISO 4217 code in capital letters, such as NGN, USD or GHS. */
  currency: string;
}

/** A range of amounts. */
export interface AmountRange {
  /** ISO 4217 code. */
  currency: string;
  /** At least so much, in the unit of the currency. */
  from?: number;
  /** Less than this. */
  below?: number;
}

/** A range of amounts. */
export interface AmountRangeInput {
  /** ISO 4217 code. */
  currency: string;
  /** At least so much, in the unit of the currency. */
  from?: number;
  /** Less than this. */
  below?: number;
}

/** A refusal. */
export interface ApiError {
  /** Always `error`. */
  status: "error";
  /** What went wrong, in English, for people. */
  message: string;
  /** What went wrong, for programs. */
  code: ErrorCode;
  /** Of `validation_failed`: every fault, the first 100 of more; of `not_now`: one. Else absent. */
  errors?: Fault[];
  /** Of `duplicate_reference`; else absent. */
  existing?: ExistingCollection;
}

/** Something that needs a person: at most one for each collection and reason. */
export interface Attention {
  /** `att_` and 36 characters. */
  id: string;
  /** Why. More may come.
 * 
 * - `replied`: The customer wrote, and nobody has answered.
 * - `claimed_paid`: The customer says that it is paid.
 * - `disputed`: The customer says that something is wrong, or has disputed a payment at the bank.
 * - `link_requested`: The customer asks for a new link.
 * - `promise_broken`: The promised day passed without enough money.
 * - `never_reached`: No message arrived.
 * - `expired_unpaid`: It expired with money outstanding.
 * - `overpaid`: Money came that was not asked for: more than the amount, after it was cancelled or completed, or in another currency.
 * - `over_limit`: The customer said more in a day than is kept.
 * - `charged_back`: A dispute of what was paid was lost: it is owed again, and no reminder goes out by itself.
 * - `text_unused`: A message went out in the words of the service, because your own text could not be used. */
  reason: "replied" | "claimed_paid" | "disputed" | "link_requested" | "promise_broken" | "never_reached" | "expired_unpaid" | "overpaid" | "over_limit" | "charged_back" | "text_unused" | More;
  /** Since when, ISO 8601 in UTC with milliseconds. */
  since: string;
  /** The collection. */
  collection: AttentionCollection;
  /** The customer. */
  customer: Contact;
  /** What the customer wrote, a line for each reply that waits, or claims, the sum that nobody asked for, or `disputed_at_bank` and its sum; absent if there is no text. */
  text?: string;
  /** Anybody can have written the text in the customer’s name: an email whose sender is not proven. Absent if somebody vouches for it. */
  unproven?: true;
  /** What could be done; absent if nothing is suggested. */
  suggestion?: AttentionSuggestion;
  /** Who has taken it; absent while nobody has. */
  assignee?: string;
  /** A remark; absent if there is none. */
  note?: string;
  /** Until when the list leaves it out, ISO 8601 in UTC with milliseconds; absent if it is not left out. */
  snoozedUntil?: string;
  /** True when somebody has done it; absent before that. */
  done?: true;
}

/** The collection that an item is about, in short. */
export interface AttentionCollection {
  /** `pay_` and 35 characters. */
  id: string;
  /** Your id of the payment. */
  reference: string;
  /** Its status now. */
  status: "pending" | "completed" | "expired" | "overdue" | "cancelled";
  /** What was asked. */
  amount: Amount;
  /** What is still to be paid. */
  outstanding: Amount;
  /** The last day on which a payment is in time; absent if none was given. */
  dueDate?: string;
}

/** A page of the list in the envelope. */
export interface AttentionListResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The items of the page, oldest first. */
  data: Attention[];
  /** Where the page ends. */
  meta: AttentionMeta;
}

/** Where a page of the list ends. */
export interface AttentionMeta {
  /** What to send as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
}

/** The item in the envelope. */
export interface AttentionResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The item. */
  data: Attention;
}

/** What could be done. Nothing is done unless a person does it. */
export interface AttentionSuggestion {
  /** `claim`: record the payment; `promise`: record the promise; `dispute`: resolve it; `reopen`: open the collection again. */
  kind: "claim" | "promise" | "dispute" | "reopen" | More;
  /** The words of the customer from which it follows; absent if it follows from none. */
  quote?: string;
  /** Of a promise: the end of the day that the customer named, ISO 8601 in UTC with milliseconds. */
  payBy?: string;
  /** The id of the claim; absent if there is none. */
  claim?: string;
  /** The id of the dispute; absent if there is none. */
  dispute?: string;
}

/** What has been received for a collection, and what is still to be paid. */
export interface Balance {
  /** The sum of all entries of the ledger that count, without credits: payments less refunds and what was taken back. */
  received: Amount;
  /** By how much less you ask, by credits; absent while there is none. */
  credited?: Amount;
  /** The amount less what was received and credited, and never less than 0. */
  outstanding: Amount;
}

/** A transfer to a bank account. */
export interface BankTransfer {
  /** Always `bank_transfer`. */
  method: "bank_transfer";
  /** The name of the bank. */
  bankName: string;
  /** The number of the account; digits, with leading zeros. */
  accountNumber: string;
  /** The name that the account shows to the payer. */
  accountName: string;
  /** What to transfer, where the provider’s fee comes on top; absent when it is what is outstanding. */
  amount?: Amount;
  /** Until when it can be used, ISO 8601 in UTC with milliseconds. */
  expiresAt: string;
}

/** What is owed. */
export interface Book {
  /** Up to when nothing is missing, ISO 8601 in UTC with milliseconds; at most ten minutes ago. */
  asOf: string;
  /** The day that was asked about; absent where none was. */
  at?: string;
  /** One entry for each currency in which something is owed. */
  currencies: CurrencyBook[];
  /** Of `by=customer`: those of this page who owe something, by first name; one entry for each currency. A page may have none and still have a next one. Who was erased is in `currencies` alone. */
  customers?: CustomerBook[];
}

/** Where the page of `by=customer` ends. */
export interface BookMeta {
  /** What to send as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
}

/** What is owed in the envelope. */
export interface BookResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** What is owed. */
  data: Book;
  /** Of `by=customer`: where the page ends. */
  meta?: BookMeta;
}

/** Payment by card. */
export interface Card {
  /** Always `card`. */
  method: "card";
  /** Absolute URL of the page for the card. */
  link: string;
  /** Until when it can be used, ISO 8601 in UTC with milliseconds. */
  expiresAt: string;
}

/** The member who made a change. */
export interface ChangedBy {
  /** The id of the member. */
  id: string;
  /** The name of then. */
  name: string;
}

/** Terms of a collection that changed, without anything about a person. */
export interface ChangedTerms {
  /** What is to be paid; absent if it did not change. */
  amount?: Amount;
  /** The due date; absent if it did not change, or there was none. */
  dueDate?: string;
}

/** Messages by one channel. */
export interface ChannelMessages {
  /** The channel. */
  channel: "whatsapp" | "sms" | "email" | More;
  /** How many. */
  messages: number;
}

/** What the customer says was paid. Nothing is booked before you accept it. */
export interface Claim {
  /** `clm_` and 25 characters. */
  id: string;
  /** `open` until you decide. */
  status: "open" | "accepted" | "rejected" | More;
  /** The day of the payment. */
  paidOn: string;
  /** How much. */
  amount: Amount;
  /** How it was paid. */
  method: "cash" | "bank_transfer" | "cheque" | "card" | "mobile_money" | "other" | More;
  /** Its id, or the last digits of the account; absent if the customer gave none. */
  transaction?: string;
  /** When the customer said so, ISO 8601 in UTC with milliseconds. */
  madeAt: string;
  /** When you decided, ISO 8601 in UTC with milliseconds; absent before that. */
  decidedAt?: string;
  /** The payment that was recorded before you accepted the claim, if you said so. */
  paymentId?: string;
}

/** A request to collect one payment from one customer. */
export interface Collection {
  /** `pay_` and 35 characters. */
  id: string;
  /** Always `integrated`. */
  type: "integrated";
  /** The customer. */
  contact: Contact;
  /** Your id of the payment, exactly as sent. Unique in the account. */
  reference: string;
  /** Your number of the invoice; absent if none was given. */
  number?: string;
  /** What is to be paid. */
  amount: Amount;
  /** The taxes in the amount as it was created; absent if none were given. */
  tax?: Tax[];
  /** What was paid before it was recorded here; absent if nothing was given. The balance includes it. */
  paidBefore?: PaidBefore;
  /** What has been received, and what is outstanding. */
  balance: Balance;
  /** `pending` and `overdue` can be paid; `expired` cannot; `expired` and `cancelled` can be reopened; `completed` is `overdue` again only when its money is taken by a lost dispute, or moved away by you. */
  status: "pending" | "completed" | "expired" | "overdue" | "cancelled";
  /** The last day on which a payment is in time; absent if none was given. */
  dueDate?: string;
  /** Minutes from the creation to the expiry. */
  expiresIn: number;
  /** How it can be paid. */
  payable: Payable;
  /** How the customer is reminded. */
  followUp: FollowUp;
  /** What the customer says was paid, oldest first; absent while there is nothing. */
  claims?: Claim[];
  /** What the customer says is wrong, oldest first; absent while there is nothing. */
  disputes?: CustomerDispute[];
  /** Exactly as sent; absent if none was sent. */
  metadata?: Metadata;
  /** What happened, oldest first. A list shows only the events of the collection itself. */
  events: Event[];
  /** When it was created, ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** When it last changed, ISO 8601 in UTC with milliseconds. */
  updatedAt: string;
  /** When it was completed, ISO 8601 in UTC with milliseconds; null before that. */
  completedAt: string | null;
}

/** The collection in the envelope. */
export interface CollectionResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The collection. */
  data: Collection;
}

/** A page of the collections in the envelope. */
export interface CollectionsResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The collections of the page. */
  data: Collection[];
  /** Where the page stands in the list. */
  meta: ListPageMeta;
}

/** The customer, with the names and addresses that this collection was given. */
export interface Contact {
  /** `contact_` and 25 characters. Collections of one customer have the same id. */
  id: string;
  /** As given, without white space around it. */
  firstName: string;
  /** As given, without white space around it. */
  lastName: string;
  /** In E.164 form when it could be read as a phone number, else as given. */
  phone: string;
  /** As given. */
  email: string;
}

/** The corrections of the contact, at least one. What is absent stays as it is. */
export interface ContactChanges {
  /** 1 to 100 characters; white space around it is removed. */
  firstName?: string;
  /** 1 to 100 characters; white space around it is removed. */
  lastName?: string;
  /** 5 to 20 digits in at most 40 characters. E.164 is recommended, such as +2348031234567; a national number is read as one of the account’s country. */
  phone?: string;
  /** An email address of at most 254 characters. */
  email?: string;
}

/** The customer. Found by phone, else by email; else made. */
export interface ContactInput {
  /** 1 to 100 characters; white space around it is removed. */
  firstName: string;
  /** 1 to 100 characters; white space around it is removed. */
  lastName: string;
  /** 5 to 20 digits in at most 40 characters. E.164 is recommended, such as +2348031234567; a national number is read as one of the account’s country. */
  phone: string;
  /** An email address of at most 254 characters. */
  email: string;
}

/** Messages to a country by one channel. */
export interface CountryMessages {
  /** ISO 3166 code; null where it is not known. */
  country: string | null;
  /** The channel. */
  channel: "whatsapp" | "sms" | "email" | More;
  /** How many. */
  messages: number;
}

/** A request to collect one payment. */
export interface CreateCollectionRequest {
  /** Always `integrated`. */
  type?: "integrated";
  /** Your id of the payment, 1 to 255 characters without control characters. Unique in the account. */
  reference: string;
  /** Your number of the invoice, 1 to 64 characters: the customer and the journal see it. */
  number?: string;
  /** What is to be paid, with taxes. */
  amount: AmountInput;
  /** The taxes in the amount, 1 to 5: the payment page and the journal show them. */
  tax?: TaxInput[];
  /** What was paid before you record it here, such as with another system. */
  paidBefore?: PaidBeforeInput;
  /** The customer. */
  contact: ContactInput;
  /** Your own data. */
  metadata?: Metadata;
  /** Minutes from the creation to the expiry, 1 to 525,600 (a year). When absent: 1,440 (a day); with a `dueDate`, until 90 days after it, or after the creation when that is later. Must not end before the due day has ended. */
  expiresIn?: number;
  /** The last day on which a payment is in time, such as `2026-12-31`; at most ten years before or after today. It ends when it has ended in all of the account’s country. */
  dueDate?: string;
  /** How the customer can pay. When absent, no way to pay is made. */
  payable?: PayableInput;
  /** The slug of one of your enabled providers. When absent, the account’s default. */
  provider?: string;
  /** How the customer is reminded. When absent, the service chooses a strategy. */
  followUp?: FollowUpInput;
}

/** A payment provider. */
export interface CreateProviderRequest {
  /** The name to show, 1 to 100 characters; white space around it is removed. */
  name: string;
  /** Identifies it in `provider` of a create: 1 to 63 of a-z, 0-9, _ and -, starting with a letter or a digit. It never changes. */
  slug: string;
  /** Whether collections can name it. */
  enabled?: boolean;
}

/** A webhook endpoint. */
export interface CreateWebhookEndpointRequest {
  /** An address under https on port 443 with a host name whose addresses are all public, at most 2,048 characters. It is checked before every attempt. */
  url: string;
  /** The types of events that are told there, each once; or only `*` for all of them, new types included. */
  events: ("*" | "collection.created" | "collection.updated" | "collection.completed" | "collection.cancelled" | "collection.overdue" | "collection.expired" | "collection.reopened" | "payment_option.failed" | "payment_option.tried_too_often" | "payment.received" | "payment.unexpected" | "payment.refunded" | "payment.refund_failed" | "payment.disputed" | "payment.dispute_lost" | "payment.dispute_won" | "payment.reversed" | "payment.rejected" | "payment.moved" | "collection.credited" | "followup.sent" | "followup.delivered" | "followup.read" | "followup.failed" | "followup.unknown" | "followup.skipped" | "followup.stopped" | "followup.paused" | "followup.resumed" | "followup.withdrawn" | "promise.made" | "promise.broken" | "promise.withdrawn" | "claim.made" | "claim.accepted" | "claim.rejected" | "dispute.opened" | "dispute.resolved" | "contact.replied" | "contact.opted_out" | "contact.opted_in" | "link.requested" | "contact.over_limit" | "message.sent" | "message.failed" | "webhook_endpoint.failing" | "webhook_endpoint.disabled")[];
  /** Your remark, 1 to 200 characters; white space around it is removed. */
  description?: string;
  /** Who is warned when deliveries fail: an email address of at most 254 characters. It gets one email with a link, and warnings only after somebody has confirmed there. Test accounts write to nobody. */
  notifyEmail?: string;
}

/** By how much less you ask. */
export interface CreditCollectionRequest {
  /** In the currency of the collection. All credits together are at most the amount of the collection. */
  amount: AmountInput;
  /** A word of your own, such as `returned_goods` or `discount`: 1 to 40 of `a-z`, `0-9`, `_` and `-`. */
  reason: string;
  /** Your remark, 1 to 500 characters; white space around it is removed. `GET …/{id}/payments` shows it, and no webhook. */
  note?: string;
}

/** What is owed in one currency. */
export interface CurrencyBook {
  /** ISO 4217 code. Money of two currencies is never added. */
  currency: string;
  /** What is owed of all collections: of expired ones, too, and of completed ones what a dispute has taken. */
  outstanding: Amount;
  /** How many collections. */
  count: number;
  /** How many customers; absent with `at`, like the three below. */
  customers?: number;
  /** The same, by age; of each age one entry. */
  byAge: OwedByAge[];
  /** Of it, what customers have promised to pay, while the promise can be kept. */
  promised?: OwedAmount;
  /** Of it, what is disputed. */
  disputed?: OwedAmount;
  /** Of it, what expired. */
  expiredUnpaid?: OwedAmount;
}

/** How money of one currency came and went. */
export interface CurrencyFlow {
  /** ISO 4217 code. Money of two currencies is never added. */
  currency: string;
  /** Oldest first, without gaps. */
  steps: FlowStep[];
}

/** What was owed in one currency. */
export interface CurrencyStatement {
  /** ISO 4217 code. Money of two currencies is never added. */
  currency: string;
  /** What was owed before the first day. */
  opening: Amount;
  /** All that changed it, oldest first. */
  entries: StatementEntry[];
  /** What was owed at the end of the last day: `opening` and the entries. */
  closing: Amount;
  /** What came too much by then and is owed to the customer. */
  credit: Amount;
}

/** A customer: the contact that all of its collections have, with the details of the newest one. */
export interface Customer {
  /** The id of the contact. */
  id: string;
  /** The first name, such as Ada. */
  firstName: string;
  /** The last name, such as Obi. */
  lastName: string;
  /** The phone number, in E.164 if it can be read. */
  phone: string;
  /** The email address. */
  email: string;
  /** What can be paid now, by currency; empty if nothing can. Expired collections are not in it until they are reopened: `owed` has them. */
  open: CustomerOpen[];
  /** All that the customer owes, by currency: by collections that can be paid, and by those that have expired. Empty if nothing is owed. */
  owed: CustomerOwed[];
  /** By which channels the customer wants no messages. */
  optedOut: CustomerOptOuts;
  /** The channels by which messages to these addresses have failed. */
  unreachable: UnreachableChannel[];
  /** When the customer last wrote, ISO 8601 in UTC with milliseconds; null if never. */
  lastHeardAt: string | null;
  /** When the last reminder went to this phone and email, or one of your people wrote to the customer, ISO 8601 in UTC with milliseconds; null if none is remembered. */
  lastMessageAt: string | null;
  /** When the next message is planned, ISO 8601 in UTC with milliseconds; null if none is. */
  nextMessageAt: string | null;
  /** Since when the reminders to the customer are paused, ISO 8601 in UTC with milliseconds; absent unless they are. */
  pausedSince?: string;
  /** Your own words for what kind of customer it is; rules for follow-ups can ask for them. */
  tags: string[];
}

/** What a customer owes in one currency. */
export interface CustomerBook {
  /** The id of the customer. */
  customer: string;
  /** As the newest collection has it. */
  firstName: string;
  /** As the newest collection has it. */
  lastName: string;
  /** ISO 4217 code. Money of two currencies is never added. */
  currency: string;
  /** What is owed of all collections, as in `currencies`. */
  outstanding: Amount;
  /** How many collections. */
  count: number;
  /** The same, by age; of each age one entry. */
  byAge: OwedByAge[];
}

/** What the customer says is wrong. */
export interface CustomerDispute {
  /** `dsp_` and 25 characters. */
  id: string;
  /** `open` until you resolve it; `upheld` if the customer is right. */
  status: "open" | "upheld" | "dismissed" | More;
  /** Which of the page’s reasons. More may come.
 * 
 * - `not_mine`: The customer does not know of it.
 * - `wrong_amount`: The amount is wrong.
 * - `not_received`: What was bought has not arrived.
 * - `not_as_agreed`: What was bought is not as agreed.
 * - `cancelled`: It was cancelled.
 * - `other`: Something else. */
  reason: "not_mine" | "wrong_amount" | "not_received" | "not_as_agreed" | "cancelled" | "other" | More;
  /** The customer’s words, at most 500 characters; absent if there are none. */
  text?: string;
  /** When the customer said so, ISO 8601 in UTC with milliseconds. */
  openedAt: string;
  /** When you resolved it, ISO 8601 in UTC with milliseconds; absent before that. */
  resolvedAt?: string;
  /** Your remark; the customer does not see it. Absent if there is none. */
  note?: string;
}

/** What a customer owes in one currency by collections that have expired. */
export interface CustomerExpired {
  /** What is still owed by them; 0 if there is none. */
  amount: Amount;
  /** How many there are. */
  count: number;
}

/** What a customer can pay in one currency. */
export interface CustomerOpen {
  /** ISO 4217 code in capital letters. */
  currency: string;
  /** What is still to be paid, in the unit of the currency (naira, not kobo). */
  outstanding: number;
  /** By how many collections. */
  count: number;
  /** The earliest due day of these; null if none has one. */
  oldestDueDate: string | null;
}

/** By which channels the customer wants no messages. */
export interface CustomerOptOuts {
  /** Whether the customer has opted out of whatsapp. */
  whatsapp: boolean;
  /** Whether the customer has opted out of sms. */
  sms: boolean;
  /** Whether the customer has opted out of email. */
  email: boolean;
}

/** All that a customer owes in one currency, as in `GET /public/insights/book`. */
export interface CustomerOwed {
  /** What is still owed. */
  amount: Amount;
  /** By how many collections. */
  count: number;
  /** What of it is owed by collections that have expired: they are reopened before they can be paid on their pages. */
  expired: CustomerExpired;
}

/** The customer in the envelope. */
export interface CustomerResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The customer. */
  data: Customer;
}

/** Where a page of customers ends. */
export interface CustomersMeta {
  /** What to send as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
}

/** A page of customers in the envelope. */
export interface CustomersResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The customers of the page. */
  data: Customer[];
  /** Where the page ends. */
  meta: CustomersMeta;
}

/** What you decide on a claim. */
export interface DecideClaimRequest {
  /** `accepted` records the payment, once; `rejected` lets the reminders go on. */
  decision: "accepted" | "rejected";
  /** What to record where the customer was not exact; only with `accepted`. */
  payment?: AcceptedPayment;
  /** The payment of this collection that the customer means, if it is recorded already, by a provider or by hand: nothing more is recorded. Only with `accepted`, and not beside `payment`. */
  paymentId?: string;
}

/** The event that a delivery tells. */
export interface DeliveredEvent {
  /** `evt_` and 25 characters. */
  id: string;
  /** What happened. */
  type: string;
}

/** One attempt to send a webhook. */
export interface DeliveryAttempt {
  /** When it was made, ISO 8601 in UTC with milliseconds. */
  at: string;
  /** The status that the receiver answered; absent if there was no answer. */
  httpStatus?: number;
  /** Why there was no answer; absent if there was one. */
  error?: "timeout" | "connect" | "tls" | "dns" | "blocked" | "interrupted" | More;
  /** How long it took. */
  milliseconds: number;
  /** The beginning of what the receiver answered, at most 1 KB; absent if it is empty. */
  answer?: string;
}

/** Where a page of the log ends. */
export interface DeliveryLogMeta {
  /** What to send as `cursor` for older ones; null at the end of the log. */
  nextCursor: string | null;
}

/** The codes of refusals; a code never changes its meaning. More may come.
 * 
 * - `validation_failed`: The body, the query or a header is not valid. `errors` lists every fault at once, each with its path.
 * - `malformed_json`: The body is not JSON.
 * - `invalid_api_key`: The header `x-api-key` is missing, or its key is malformed, unknown, expired or revoked.
 * - `invalid_signature`: A payment provider’s webhook is not signed as it must be. No operation of this API answers it.
 * - `collection_forbidden`: The collection belongs to another account than the key.
 * - `provider_forbidden`: The provider belongs to another account than the key.
 * - `webhook_endpoint_forbidden`: The webhook endpoint belongs to another account than the key.
 * - `forbidden`: The role of the key does not allow the operation: a `viewer` only reads, and settings need an `admin`.
 * - `request_blocked`: The firewall in front of the service blocked the request.
 * - `route_not_found`: No operation has this path.
 * - `collection_not_found`: No collection has this id.
 * - `customer_not_found`: No customer of the account has this id.
 * - `provider_not_found`: No provider has this id.
 * - `webhook_endpoint_not_found`: No webhook endpoint has this id.
 * - `method_not_allowed`: The path has other methods; the header `Allow` lists them.
 * - `duplicate_reference`: A collection of this account already has the reference; `existing.id` names it.
 * - `invalid_transition`: The status of the collection does not allow it: only what can still be paid is followed up or corrected.
 * - `payment_not_found`: The collection has no payment with this id that counts.
 * - `claim_not_found`: The collection has no claim with this id.
 * - `dispute_not_found`: The collection has no dispute with this id.
 * - `already_decided`: Somebody has decided otherwise already, and nothing was changed.
 * - `attention_forbidden`: The attention item belongs to another account than the key.
 * - `attention_not_found`: No attention item has this id, or its cause is gone.
 * - `already_taken`: Another person has taken it; it can be given back first.
 * - `not_now`: No reminder can be sent now. `errors[0].reason` says why, and `errors[0].firstAt` when one can be sent, if ever.
 * - `change_limit`: The collection has been changed as often as it can be.
 * - `concurrent_change`: Others were changing the same thing all the time, and nothing was changed; try again after the seconds in `Retry-After`.
 * - `idempotency_conflict`: The Idempotency-Key was used before with another body.
 * - `duplicate_transaction`: The transaction is in the ledger of the collection already.
 * - `refund_exceeds_received`: The refund is larger than what has been received.
 * - `provider_slug_taken`: A provider of this account already has the slug.
 * - `provider_limit`: The account has as many providers as it can have.
 * - `webhook_endpoint_limit`: The account has as many webhook endpoints as it can have.
 * - `webhook_endpoint_disabled`: A disabled webhook endpoint must pass a ping before it can be enabled.
 * - `payload_too_large`: The body is larger than 64 KB.
 * - `unsupported_media_type`: The body was not sent as `application/json`.
 * - `request_refused`: The gateway in front of the service refused the request.
 * - `too_many_requests`: Too many requests; try again after the seconds in `Retry-After`.
 * - `internal_error`: A fault of the service. It may have done what was asked: repeat with the same Idempotency-Key.
 * - `service_unavailable`: The service is busy; try again after the seconds in `Retry-After`.
 * - `timeout`: The service took too long. It may have done what was asked: repeat with the same Idempotency-Key. */
export type ErrorCode = "validation_failed" | "malformed_json" | "invalid_api_key" | "invalid_signature" | "collection_forbidden" | "provider_forbidden" | "webhook_endpoint_forbidden" | "forbidden" | "request_blocked" | "route_not_found" | "collection_not_found" | "customer_not_found" | "provider_not_found" | "webhook_endpoint_not_found" | "method_not_allowed" | "duplicate_reference" | "invalid_transition" | "payment_not_found" | "claim_not_found" | "dispute_not_found" | "already_decided" | "attention_forbidden" | "attention_not_found" | "already_taken" | "not_now" | "change_limit" | "concurrent_change" | "idempotency_conflict" | "duplicate_transaction" | "refund_exceeds_received" | "provider_slug_taken" | "provider_limit" | "webhook_endpoint_limit" | "webhook_endpoint_disabled" | "payload_too_large" | "unsupported_media_type" | "request_refused" | "too_many_requests" | "internal_error" | "service_unavailable" | "timeout" | More;

/** Something that happened to a collection. Events are only ever added. */
export interface Event {
  /** `evt_` and 25 characters. The same event always has the same id. */
  id: string;
  /** What happened. */
  type: EventType;
  /** When it happened, ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** Absent for types of events that need none. */
  data?: EventData;
}

/** What a reader of the event needs. Which fields there are depends on its type; more may come. */
export interface EventData {
  /** Of a payment or a claim: the amount that this event adds; positive, also of a refund. */
  amount?: Amount;
  /** Of a payment: the provider’s or the merchant’s id of the transaction; absent if there is none. */
  transaction?: string;
  /** Of a payment: how it was paid, such as `card`; absent if the provider does not say. */
  method?: string;
  /** Why, as a stable code, such as `already_paid`, `quiet_hours` or `merchant`. */
  reason?: string;
  /** Your remark on a write-off; webhooks and the feed do not tell it. */
  note?: string;
  /** Of `collection.updated`: the paths of the fields that changed, such as `contact.phone`. */
  changed?: string[];
  /** Of `collection.updated`: the amount and the due date before, as far as they changed. */
  from?: ChangedTerms;
  /** Of `collection.updated`: the amount and the due date since, as far as they changed. */
  to?: ChangedTerms;
  /** Of `collection.overdue`: the due date that has passed; absent if the collection has none. */
  dueDate?: string;
  /** Of `collection.expired`: 0, if no message was sent before it expired; else absent. */
  messagesSent?: number;
  /** Of `followup.paused`: when the pause ends, ISO 8601 in UTC with milliseconds; absent while only a resume ends it. */
  until?: string;
  /** Of a promise: until when the customer promised to pay, ISO 8601 in UTC with milliseconds. */
  payBy?: string;
  /** The id of the claim, `clm_` and 25 characters. */
  claim?: string;
  /** The id of the dispute, `dsp_` and 25 characters. */
  dispute?: string;
  /** Of `claim.made`: the day of the payment, as the customer gave it. */
  paidOn?: string;
  /** Of `dispute.resolved`: `upheld` if the customer is right, else `dismissed`. */
  resolution?: string;
  /** Of a follow-up: the number of its slot in the plan, from 1. */
  slot?: number;
  /** Who did it: `merchant`, `provider`, `customer` or `schedule`. */
  actor?: string;
  /** Which of your people, if one of them did it in the console; of a follow-up, who asked for it. Else absent. */
  member?: Member;
  /** The channel of the message or reply; absent if none was chosen. */
  channel?: "whatsapp" | "sms" | "email" | More;
  /** Of a follow-up: the id of the collection whose message spoke for this one too; absent for a message of its own. */
  with?: string;
  /** Of an opt-out or opt-in: `reply`, `link`, `operator` or `provider`; of `contact.over_limit`: `page`, or the channel of the replies. */
  by?: string;
  /** Of money that was moved: whether it came, or left. */
  direction?: "in" | "out" | More;
  /** Of a reply or a message: what was written, at most 1,000 characters. Webhooks and the feed do not tell it. */
  text?: string;
  /** `true` of an email whose sender nobody vouches for: anybody can have written it. It pauses nothing. Else absent. */
  unproven?: boolean;
}

/** Where a page of the feed ends. */
export interface EventFeedMeta {
  /** What to send as `after` for what comes next. At the end of the feed it stays valid: ask again later. */
  nextCursor: string;
  /** Whether there may be more now: ask again at once. */
  hasMore: boolean;
}

/** The types of events. More will come: ignore those that you do not know.
 * 
 * - `collection.created`: The collection was created. Data: `actor`, `member`.
 * - `collection.updated`: Its contact, amount, due date, expiry, follow-ups or metadata were corrected. Data: `changed`, `from`, `to`, `actor`, `member`.
 * - `collection.completed`: It was paid, or its status was set to `completed`. Data: `actor`, `member`.
 * - `collection.cancelled`: Its status was set to `cancelled`. `reason` is there where the rest was written off. Data: `reason`, `note`, `actor`, `member`.
 * - `collection.overdue`: Its due day has ended; without one, it was not paid after its last reminder. It can still be paid. Data: `dueDate`, `actor`, `member`.
 * - `collection.expired`: Its time to be paid ended. Data: `messagesSent`, `actor`, `member`.
 * - `collection.reopened`: It can be paid again, after it had expired or was cancelled; or it is owed again: `reason` is `chargeback` for a dispute that was lost, `payment_moved` for money that you moved away. Data: `reason`, `actor`, `member`.
 * - `payment_option.failed`: A way to pay could not be opened at its provider.
 * - `payment_option.tried_too_often`: Its payment page was asked for too many new ways to pay, and opens none for now; at most one a day.
 * - `payment.received`: Money arrived for it. Data: `amount`, `transaction`, `method`, `actor`, `member`.
 * - `payment.unexpected`: Money arrived that was not expected; `reason` says why. It is kept, never dropped. Data: `amount`, `transaction`, `method`, `actor`, `member`, `reason`.
 * - `payment.refunded`: Money was given back. Data: `amount`, `transaction`, `method`, `actor`, `member`.
 * - `payment.refund_failed`: A refund failed, so its money is back. Data: `amount`, `transaction`, `method`, `actor`.
 * - `payment.disputed`: The payer’s bank disputes a payment. Data: `amount`, `transaction`, `method`, `actor`.
 * - `payment.dispute_lost`: A dispute was lost, so its money is gone. Data: `amount`, `transaction`, `method`, `actor`.
 * - `payment.dispute_won`: A dispute was won, so its money is back or was never gone. Data: `amount`, `transaction`, `method`, `actor`.
 * - `payment.reversed`: The provider took a payment back. Data: `amount`, `transaction`, `method`, `actor`.
 * - `payment.rejected`: The provider rejected a payment; no money moved. Data: `amount`, `transaction`, `method`, `actor`.
 * - `payment.moved`: You moved money between this collection and another one of the customer. Data: `amount`, `transaction`, `method`, `actor`, `member`, `with`, `direction`.
 * - `collection.credited`: You asked for less by a credit. Data: `amount`, `reason`, `actor`, `member`.
 * - `followup.sent`: A channel accepted the message of a slot. Data: `slot`, `channel`, `with`, `actor`, `member`.
 * - `followup.delivered`: The message reached the customer. Data: `slot`, `channel`, `with`, `actor`, `member`.
 * - `followup.read`: The customer opened the message. Data: `slot`, `channel`, `with`, `actor`, `member`.
 * - `followup.failed`: The message failed for good; `reason` says why. Data: `slot`, `channel`, `with`, `actor`, `member`, `reason`.
 * - `followup.unknown`: The channel gave no clear answer. The message may have been sent, so it is not sent again. Data: `slot`, `channel`, `with`, `actor`, `member`, `reason`.
 * - `followup.skipped`: No message was sent for a slot; `reason` says why. Data: `slot`, `channel`, `with`, `actor`, `member`, `reason`.
 * - `followup.stopped`: The follow-ups ended with the collection.
 * - `followup.paused`: The follow-ups were paused; `until` is absent while only a resume ends the pause. Data: `until`, `reason`, `actor`, `member`.
 * - `followup.resumed`: The follow-ups go on. Data: `actor`, `member`.
 * - `followup.withdrawn`: A reminder that was asked for had not been sent when the follow-ups changed, and is not sent. Data: `member`.
 * - `promise.made`: A promise of the customer to pay was recorded. Data: `payBy`, `actor`, `member`.
 * - `promise.broken`: The promised day passed without enough money. Data: `payBy`, `actor`.
 * - `promise.withdrawn`: A promise was taken back. Data: `payBy`, `actor`, `member`.
 * - `claim.made`: The customer said on the payment page that it is paid. No reminder until you decide, for three days at most. Data: `claim`, `amount`, `method`, `paidOn`, `actor`.
 * - `claim.accepted`: You accepted a claim, and its payment is recorded. Data: `claim`, `actor`, `member`.
 * - `claim.rejected`: You rejected a claim; the payment page and the next message tell the customer. Data: `claim`, `actor`, `member`.
 * - `dispute.opened`: The customer said on the payment page that something is wrong. No reminder until you resolve it. Data: `dispute`, `reason`, `actor`.
 * - `dispute.resolved`: You resolved a dispute. Data: `dispute`, `resolution`, `actor`, `member`.
 * - `contact.replied`: The customer answered a message. Data: `channel`, `text`, `unproven`.
 * - `contact.opted_out`: The customer wants no more messages on a channel. Data: `channel`, `by`.
 * - `contact.opted_in`: The customer wants messages again. Data: `channel`, `by`.
 * - `contact.over_limit`: The customer says more in a day than is kept, on the payment page or by replies; at most one a day. Data: `by`, `actor`.
 * - `link.requested`: The customer asked for a new link on the page of an expired request; at most once a day. Data: `actor`.
 * - `message.sent`: One of your people wrote to the customer. `reason` is there where the channel gave no clear answer: it may have gone out. Data: `channel`, `text`, `reason`, `actor`, `member`.
 * - `message.failed`: What one of your people wrote did not reach the customer. `reason` is the channel’s code. What the customer wrote before it waits for an answer again. Data: `channel`, `reason`. */
export type EventType = "collection.created" | "collection.updated" | "collection.completed" | "collection.cancelled" | "collection.overdue" | "collection.expired" | "collection.reopened" | "payment_option.failed" | "payment_option.tried_too_often" | "payment.received" | "payment.unexpected" | "payment.refunded" | "payment.refund_failed" | "payment.disputed" | "payment.dispute_lost" | "payment.dispute_won" | "payment.reversed" | "payment.rejected" | "payment.moved" | "collection.credited" | "followup.sent" | "followup.delivered" | "followup.read" | "followup.failed" | "followup.unknown" | "followup.skipped" | "followup.stopped" | "followup.paused" | "followup.resumed" | "followup.withdrawn" | "promise.made" | "promise.broken" | "promise.withdrawn" | "claim.made" | "claim.accepted" | "claim.rejected" | "dispute.opened" | "dispute.resolved" | "contact.replied" | "contact.opted_out" | "contact.opted_in" | "contact.over_limit" | "link.requested" | "message.sent" | "message.failed" | More;

/** A page of the feed in the envelope. */
export interface EventsResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The events of the page. */
  data: FeedEvent[];
  /** Where the page ends. */
  meta: EventFeedMeta;
}

/** The collection that has the reference already. */
export interface ExistingCollection {
  /** `pay_` and 35 characters. */
  id: string;
}

/** What reminders bring: customers who paid within 14 days, with reminders and without. */
export interface Experiment {
  /** The share of the customers who get no automatic reminder. */
  holdOut: number;
  /** Up to when nothing is missing, ISO 8601 in UTC with milliseconds; at most ten minutes ago. */
  asOf: string;
  /** When it began; null while there was none. */
  since: string | null;
  /** After how many days it is to be read. */
  plannedFor: number;
  /** The day of that; null while there was none. */
  plannedUntil: string | null;
  /** How many points it can show by then, in four of five experiments, with as many customers as collections began in as many days before; null if those are too few. */
  detectablePoints: number | null;
  /** The other rules; absent without any. */
  variant?: ExperimentVariant;
  /** True where the arms are not as large as they were drawn: do not believe the result. */
  isMismatched: boolean;
  /** The arms. */
  arms: ExperimentArm[];
  /** Those who were reminded by the rules in force against those who were not, with an interval that stays right however often you look: a confidence sequence. Null while there are too few. */
  lift: Lift | null;
  /** Whether each arm has 100 that were asked. */
  enough: boolean;
  /** For one look, of those whose first reminder was due by then, by Newcombe's method; narrower than `lift`. Null until the day has come. */
  atPlannedEnd: Lift | null;
  /** Those under the other rules against those under the rules in force, as `lift`; each of the two intervals is right by itself. Absent without other rules. */
  variantLift?: Lift | null;
  /** As `atPlannedEnd`, of `variantLift`. */
  variantAtPlannedEnd?: Lift | null;
  /** The same for 30 days. */
  within30Days: ExperimentWithin30Days;
}

/** What came of an arm of the experiment. */
export interface ExperimentArm {
  /** `reminded` by the rules in force, `held_out` got no automatic reminder, `variant` was reminded by the other rules. */
  arm: "reminded" | "held_out" | "variant" | More;
  /** Customers whose first reminder by the rules in force, of the first collection since it began, is due, or would be, and who had not paid by then. */
  customers: number;
  /** Of them, those whose first reminder was due long enough ago. */
  asked: number;
  /** Of those, of how many 90 % of what was asked, without what was credited, has come in time, less what went back. A mark as paid is no money. */
  paid: number;
  /** `paid` / `asked`; null if there are none. */
  share: number | null;
  /** What the messages about the first collections of those asked have cost, by currency. */
  costs: Amount[];
}

/** What reminders bring in the envelope. */
export interface ExperimentResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** What reminders bring. */
  data: Experiment;
}

/** The other rules of the experiment. */
export interface ExperimentVariant {
  /** The share of the customers who are reminded by them. */
  share: number;
  /** The first that a collection of theirs meets when it is created is its rule. */
  rules: FollowUpRule[];
  /** As of the experiment, between these customers and those under the rules in force. */
  detectablePoints: number | null;
  /** When the rules in force were changed since the experiment began, ISO 8601 in UTC with milliseconds: what it says is of both, then. Null if they were not. */
  rulesChangedAt: string | null;
}

/** Rules for a share of the customers, in place of those in force, for what they are asked from now on. */
export interface ExperimentVariantInput {
  /** The share of the customers, 0.01 to 0.5; with `holdOut` at most 0.9. */
  share: number;
  /** As of the rules of the account; without any, the service chooses for all. */
  rules: FollowUpRuleInput[];
}

/** The same for customers who paid within 30 days. */
export interface ExperimentWithin30Days {
  /** The arms. */
  arms: ExperimentArm[];
  /** Null while there are too few. */
  lift: Lift | null;
  /** Whether each arm has 100 that were asked. */
  enough: boolean;
  /** As for the experiment. */
  atPlannedEnd: Lift | null;
  /** As for the experiment. */
  variantLift?: Lift | null;
  /** As for the experiment. */
  variantAtPlannedEnd?: Lift | null;
}

/** One fault of a request. */
export interface Fault {
  /** The dotted path of the field, such as `metadata.0.description`; empty for the whole body. */
  path: string;
  /** What is wrong, to be read after the path. */
  message: string;
  /** Of `not_now`: why, as a stable code; else absent. */
  reason?: string;
  /** Of `not_now`: when a reminder can be sent, ISO 8601 in UTC with milliseconds; absent if never. */
  firstAt?: string;
}

/** An event as the feed has it: byte for byte the body of its webhooks. */
export interface FeedEvent {
  /** `evt_` and 25 characters, also in the header `webhook-id`. */
  id: string;
  /** What happened. */
  type: EventType;
  /** When it happened, ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** Counts the events of the collection from 1, without gaps; absent of an event of a webhook endpoint. */
  sequence?: number;
  /** What it happened to. */
  data: FeedEventData;
}

/** The event and its collection; of an event of a webhook endpoint: the endpoint, and why. */
export interface FeedEventData {
  /** The collection when the event was told; absent of an event of a webhook endpoint. */
  collection?: ToldCollection;
  /** The event as the collection shows it, without the text of a reply; absent with the collection. */
  event?: Event;
  /** The endpoint that is paused or disabled; absent of an event of a collection. */
  endpoint?: StoppedWebhookEndpoint;
  /** The `statusReason` of the endpoint; absent of an event of a collection. */
  reason?: "merchant" | "failing" | "retry_after" | "gone" | "failing_for_days" | More;
}

/** How money came and went. */
export interface Flow {
  /** Up to when nothing is missing, ISO 8601 in UTC with milliseconds; at most ten minutes ago. */
  asOf: string;
  /** One entry for each currency. */
  currencies: CurrencyFlow[];
}

/** How money came and went in the envelope. */
export interface FlowResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** How money came and went. */
  data: Flow;
}

/** What happened in a step, by the days on which the books changed: it never changes. `closing` is the closing of the step before, plus `asked`, `corrected`, `returned`, `reinstated` and `overpaid`, less `received`, `restored`, `credited` and `writtenOff`. */
export interface FlowStep {
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
  /** Amounts of the collections that were created. */
  asked: Amount;
  /** By how much corrections raised them; negative where they lowered them. */
  corrected: Amount;
  /** Money that came, by the day on which it was booked. */
  received: ReceivedMoney;
  /** Money that went back, or that a dispute took. */
  returned: Amount;
  /** Of it, what came back: a refund that failed, a dispute that was won. */
  restored: Amount;
  /** What is not asked for any more, because the merchant gave it back or let it go. */
  credited: Amount;
  /** What was outstanding when a collection was cancelled, or completed without the money. */
  writtenOff: Amount;
  /** What is asked for again: a collection was reopened, or money came after all. */
  reinstated: Amount;
  /** What came beyond the amount of a collection; negative where that went back. */
  overpaid: Amount;
  /** Collections of which something began to be owed. */
  opened: number;
  /** Collections of which nothing was owed any more. */
  closed: number;
  /** What is owed at the end of the step. */
  closing: OwedAmount;
}

/** How the customer is reminded: what the request gave, completed by the service. */
export interface FollowUp {
  /** Whether reminders are sent. When false, the other fields are absent. */
  enabled: boolean;
  /** Minutes from the creation, or the reopening, to the first reminder; absent with a `schedule`. */
  startAfter?: number;
  /** The time between two reminders; absent where they are not evenly apart. */
  cadence?: "every_5m" | "every_10m" | "every_15m" | "every_30m" | "every_1h" | "every_2h" | "every_4h" | "every_6h" | "every_12h" | "daily";
  /** Days from the due day on which a reminder is sent; absent if they do not follow from the due day. */
  schedule?: number[];
  /** The channels that are used, in turn. */
  channels?: ("whatsapp" | "sms" | "email" | More)[];
  /** The tone of the first reminder; later ones are firmer. */
  tone?: "gentle" | "professional" | "urgent";
}

/** How the customer is reminded. What is absent, the service chooses. */
export interface FollowUpInput {
  /** Whether reminders are sent; true when absent. */
  enabled?: boolean;
  /** Minutes from the creation to the first reminder, 0 to 525,600 (a year). */
  startAfter?: number;
  /** The time between two reminders. */
  cadence?: "every_5m" | "every_10m" | "every_15m" | "every_30m" | "every_1h" | "every_2h" | "every_4h" | "every_6h" | "every_12h" | "daily";
  /** Days from the due day, 1 to 12, rising, each -90 to 365; a reminder is sent in the morning of each. Only with a `dueDate`, and never with `startAfter` or `cadence`. */
  schedule?: number[];
  /** The channels to use, in turn, each once. */
  channels?: ("whatsapp" | "sms" | "email")[];
  /** The tone of the first reminder; later ones are firmer. */
  tone?: "gentle" | "professional" | "urgent";
}

/** All reminders of a collection, past and to come, with the reasons for them. */
export interface FollowUpPlan {
  /** Whether reminders are sent. */
  enabled: boolean;
  /** The version of the strategy that chose what the request left out. */
  strategyVersion: number;
  /** Why the plan is as it is, in words. */
  reasons: string[];
  /** The reminders that rules removed. */
  removed: RemovedSlot[];
  /** Absent unless the follow-ups are paused now. */
  paused?: Pause;
  /** The last promise of the customer; absent if there was none. */
  promise?: PaymentPromise;
  /** The reminders, in the order of their numbers. */
  slots: Slot[];
}

/** The follow-up plan in the envelope. */
export interface FollowUpPlanResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The follow-up plan. */
  data: FollowUpPlan;
}

/** The rules of the account. Without rules the service chooses for every collection. */
export interface FollowUpPolicy {
  /** The first that a collection meets when it is created is its rule. */
  rules: FollowUpRule[];
  /** How often they were changed. */
  version: number;
  /** When they last changed, ISO 8601 in UTC with milliseconds; null if never. */
  changedAt: string | null;
  /** The member who changed them; null if it was a program. */
  changedBy: ChangedBy | null;
}

/** The rules in the envelope. */
export interface FollowUpPolicyResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The rules. */
  data: FollowUpPolicy;
}

/** A rule of the account. */
export interface FollowUpRule {
  /** Its name. */
  name: string;
  /** Its conditions. */
  when: RuleConditions;
  /** What it says of follow-ups. */
  followUp: RuledFollowUp;
  /** `on`: one message speaks for these and the person’s other such debts; `off`: each has messages of its own. As the account has it, when absent. */
  digest?: "on" | "off" | More;
}

/** A rule, which gives its follow-ups to the collections that meet its conditions. */
export interface FollowUpRuleInput {
  /** Its name, 1 to 60 characters, which plans tell. No two rules have the same. */
  name: string;
  /** Its conditions. */
  when: RuleConditionsInput;
  /** What it says of follow-ups. What it leaves out is chosen by the service; `schedule` needs `when.dueDate`. */
  followUp: FollowUpInput;
  /** `on`: one message speaks for these and the person’s other such debts; `off`: each has messages of its own. As the account has it, when absent. */
  digest?: "on" | "off";
}

/** Messages of a day. */
export interface ForecastDay {
  /** The day, where the account is. */
  date: string;
  /** How many messages go out if nobody pays or answers. */
  messages: number;
  /** By which channels. */
  channels: ChannelMessages[];
  /** What the messages cost by your own prices; null where you have set none for any of them. */
  cost: Amount | null;
}

/** What follows from rules. */
export interface ForecastOutcome {
  /** Collections with something to pay. */
  debts: number;
  /** The people who owe it. */
  people: number;
  /** Messages in the next 60 days, if nobody pays or answers. */
  messages: number;
  /** People for whom a message waits or is left out, because one person gets no more. */
  peopleAtCap: number;
  /** Collections that no message has named, and none will. */
  neverMentioned: number;
  /** Reminders that are later than the rules would have them, because laws or your hours forbid that time. */
  movedByHours: number;
  /** What the messages cost by your own prices; null where you have set none for any of them. */
  cost: Amount | null;
  /** Messages for which you have set no price: their cost is not in it. */
  unpricedMessages: number;
  /** The days with messages. */
  days: ForecastDay[];
  /** By country and channel. */
  countries: CountryMessages[];
  /** By rule. */
  rules: RuleMessages[];
}

/** One thing that changed what is owed. An entry never changes; what happens later is another one. */
export interface JournalEntry {
  /** `jnl_` and 25 characters. */
  id: string;
  /** When the books changed, ISO 8601 in UTC with milliseconds. */
  at: string;
  /** The day of that where the account is. */
  day: string;
  /** When the money moved, ISO 8601 in UTC with milliseconds; of what is no money, the same as `at`. */
  effectiveAt: string;
  /** `asked`, `corrected`; of money `received`, `returned` (a refund, or a dispute that took it), `restored` (a refund that failed, or a dispute that was won); `moved` from or to another collection; and `credited`, `written_off`, `reinstated` (asked for again), `overpaid` (what came above it, and is owed to the customer). */
  kind: "asked" | "corrected" | "received" | "returned" | "restored" | "moved" | "credited" | "written_off" | "reinstated" | "overpaid" | More;
  /** By how much what is owed grew; negative where it fell. */
  amount: Amount;
  /** Its id. */
  collection: string;
  /** The collection's reference. */
  reference: string;
  /** Your number of the invoice; absent if the collection has none. */
  number?: string;
  /** The id of the customer. */
  customer: string;
  /** Of the customer, as it is now; absent in a statement, and of who was erased. */
  firstName?: string;
  /** Like `firstName`. */
  lastName?: string;
  /** How it was paid, as far as it is known. */
  method?: string;
  /** The id of the provider that reports the money, or `merchant`. */
  provider?: string;
  /** The name of the transaction there. */
  transaction?: string;
  /** What the provider kept for itself, where it says so. */
  fee?: Amount;
  /** The taxes in it, where they were given with the collection: of `asked`, and of money and credits their share, with the sign of `amount`. */
  tax?: Tax[];
  /** Why, where that is known, such as `marked_as_paid`, `refund` or `chargeback`. */
  reason?: string;
  /** The member of the account who did it. */
  by?: Member;
}

/** Where the page ends. */
export interface JournalPageMeta {
  /** Up to when nothing is missing, ISO 8601 in UTC with milliseconds; at most ten minutes ago. */
  asOf: string;
  /** What to send as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
}

/** A page of the journal in the envelope. */
export interface JournalResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The entries of the page, in the order in which they were booked. */
  data: JournalEntry[];
  /** Where the page ends. */
  meta: JournalPageMeta;
}

/** The last reminder that was sent. */
export interface LastReminder {
  /** When it was sent, ISO 8601 in UTC with milliseconds. */
  at: string;
  /** By which channel. */
  channel: "whatsapp" | "sms" | "email" | More;
  /** What became of it. */
  status: "deferred" | "sending" | "unknown" | "sent" | "delivered" | "read" | "failed" | "skipped" | More;
}

/** By how many points of a hundred more customers paid in one arm than in another. */
export interface Lift {
  /** The difference of the shares. */
  points: number;
  /** The lower end of its 95 % interval. */
  low: number;
  /** The upper end. */
  high: number;
}

/** Where a page stands in its list. */
export interface ListPageMeta {
  /** How many there are on all pages; exact. Null with a filter. */
  count: number | null;
  /** The number of the next page; null on the last one, and with a filter. */
  next: number | null;
  /** The number of the page before; null on the first one, and with a filter. */
  prev: number | null;
  /** With a filter: what to send as `cursor` for the next page; null on the last one. Absent without a filter. */
  nextCursor?: string | null;
}

/** A text of the account that is in force. */
export interface ListedText {
  /** The language of the customers who get it. */
  language: "en" | "fr" | "pt" | "sw" | "ha" | More;
  /** The channel by which it goes out. */
  channel: "whatsapp" | "sms" | "email" | More;
  /** The tone; and whether it is before the due day has ended, after it, of several payments, or of one without a due day. */
  kind: "gentle" | "gentle_before_due" | "gentle_past_due" | "gentle_several" | "professional" | "professional_before_due" | "professional_past_due" | "professional_several" | "urgent" | "urgent_before_due" | "urgent_past_due" | "urgent_several" | More;
  /** The subject of an email; else null. */
  subject: string | null;
  /** The text with its placeholders. */
  body: string;
  /** The template of WhatsApp; else null. */
  template: Template | null;
  /** Its version; 0 for the words of the service. */
  version: number;
  /** When it was saved, ISO 8601 in UTC with milliseconds; null for the words of the service. */
  changedAt: string | null;
  /** The member who saved it; null if it was a program. */
  changedBy: ChangedBy | null;
}

/** The logo. */
export interface Logo {
  /** Where it is served. The address shows this image for ever. */
  url: string;
  /** In pixels. */
  width: number;
  /** In pixels. */
  height: number;
}

/** One of your people, who is signed in to the console. */
export interface Member {
  /** `mbr_` and 35 characters. */
  id: string;
  /** The name at the time of the event. */
  name: string;
}

/** When automatic messages may be sent. */
export interface MessageHours {
  /** The first hour. */
  opens: number;
  /** The hour from which on nothing is sent. */
  closes: number;
}

/** When automatic messages may be sent. */
export interface MessageHoursInput {
  /** The first hour. */
  opens: number;
  /** The hour from which on nothing is sent. */
  closes: number;
}

/** What one message costs. */
export interface MessagePrice {
  /** The channel. */
  channel: "whatsapp" | "sms" | "email" | More;
  /** ISO 3166 code; null for all countries without a price of their own. */
  country: string | null;
  /** Of one message; of an SMS of each of its parts. */
  price: number;
}

/** What one message costs. */
export interface MessagePriceInput {
  /** The channel. */
  channel: "whatsapp" | "sms" | "email";
  /** ISO 3166 code; absent for all countries without a price of their own. */
  country?: string;
  /** Of one message; of an SMS of each of its parts. */
  price: number;
}

/** What messages cost. */
export interface MessagePrices {
  /** ISO 4217 code of the prices. */
  currency: string;
  /** At most 300, each channel and country once. */
  prices: MessagePrice[];
}

/** What messages cost. */
export interface MessagePricesInput {
  /** ISO 4217 code of the prices. */
  currency: string;
  /** At most 300, each channel and country once. */
  prices: MessagePriceInput[];
}

/** Your own data, kept and repeated exactly: an object with a description, or a list of such objects; any other fields of any shape. At most 16384 bytes and 20 levels; the keys `__proto__`, `constructor` and `prototype` are not allowed. */
export type Metadata = Record<string, unknown> | Record<string, unknown>[];

/** Payment from a mobile wallet. */
export interface MobileMoney {
  /** Always `mobile_money`. */
  method: "mobile_money";
  /** The network of the wallet, such as MTN. */
  provider: string;
  /** The phone of the wallet, in E.164 form. */
  phone: string;
  /** What the payer has to do, as text to show. */
  instructions: string;
  /** Until when it can be used, ISO 8601 in UTC with milliseconds. */
  expiresAt: string;
}

/** Where the money belongs. */
export interface MovePaymentRequest {
  /** The id of a collection of the same customer in the same currency, by which something is outstanding. */
  to: string;
  /** How much; at most what is left of the payment, and what is outstanding there. When absent, what the collection has too much, or all that is left of the payment if it has not; and no more than is outstanding there. */
  amount?: AmountInput;
}

/** An OpenAPI document. */
export interface OpenApiDocument {
  /** The version of OpenAPI. */
  openapi: string;
}

/** Money that is owed, and by how many collections. */
export interface OwedAmount {
  /** What is outstanding. */
  amount: Amount;
  /** How many collections. */
  count: number;
}

/** What is owed since so many days. */
export interface OwedByAge {
  /** Days after the due date; where there is none, after the end of the life of the link. */
  age: "not_due" | "1-7" | "8-30" | "31-60" | "61-90" | "over_90" | More;
  /** What is outstanding. */
  amount: Amount;
  /** How many collections. */
  count: number;
}

/** What was paid before. */
export interface PaidBefore {
  /** How much. */
  amount: Amount;
  /** When it was paid, ISO 8601 in UTC with milliseconds. */
  at: string;
}

/** What was paid before. All of it completes the collection at once. */
export interface PaidBeforeInput {
  /** In the currency of the amount, and at most all of it. */
  amount: AmountInput;
  /** When it was paid; not in the future; ISO 8601 with its zone (`Z` or an offset such as `+01:00`); in UTC, too, its year has four digits. */
  at: string;
}

/** Shares of the collections, 0 to 1, that were paid within so many days after the message; each is null until all are that old. */
export interface PaidWithin {
  /** Within 24 hours. */
  days1: number | null;
  /** Within 3 days. */
  days3: number | null;
  /** Within 7 days. */
  days7: number | null;
  /** Within 14 days. */
  days14: number | null;
  /** Within 30 days. */
  days30: number | null;
}

/** A pause of the follow-ups. */
export interface Pause {
  /** When it began, ISO 8601 in UTC with milliseconds. */
  since: string;
  /** When it ends, ISO 8601 in UTC with milliseconds; absent while only a resume ends it. */
  until?: string;
  /** Who or what paused them: you, a reply of the customer, or a promise. */
  reason: "merchant" | "reply" | "promise" | More;
  /** `customer` when the reminders to the customer are paused, in all collections: a resume of the customer ends it. Absent for a pause of this collection. */
  of?: "customer";
}

/** For how long to pause. */
export interface PauseFollowUpsRequest {
  /** In the future; ISO 8601 with its zone (`Z` or an offset such as `+01:00`); in UTC, too, its year has four digits. When absent, the pause lasts until the follow-ups are resumed. */
  until?: string;
}

/** How a collection can be paid. */
export interface Payable {
  /** Whether ways to pay are made. */
  enabled: boolean;
  /** The ways that were asked for; empty when `enabled` is false. */
  methods: ("payment_link" | "virtual_account" | "mobile_money" | "card" | "bank_transfer")[];
  /** The ways to pay that are open now; empty when there is none, such as after the payment. */
  options: PaymentOption[];
}

/** How the customer can pay. */
export interface PayableInput {
  /** Whether ways to pay are made. With no method, the payment link is made. */
  enabled?: boolean;
  /** The ways to pay, each once. They must be ways that the provider can open in the currency. */
  methods?: ("payment_link" | "virtual_account" | "mobile_money" | "card" | "bank_transfer")[];
}

/** An entry of the ledger of a collection. Entries are only ever added. */
export interface Payment {
  /** `pmt_` and 25 characters. */
  id: string;
  /** What happened. `dispute`, `rejected` and `credit` move no money. */
  kind: "payment" | "refund" | "refund_failed" | "chargeback" | "chargeback_reversed" | "reversal" | "dispute" | "rejected" | "credit" | "moved" | More;
  /** What it adds to the balance; negative for money that was taken or given back. */
  amount: Amount;
  /** Whether the balance includes it: it is in the currency of the collection. */
  counts: boolean;
  /** How all that was received compares with the amount after it; `late` is enough, but after the expiry. Null for what is no payment, or does not count. */
  standing: "partial" | "exact" | "over" | "late" | More | null;
  /** How it was paid, such as `card` or `cash`; null if the provider does not say. */
  method: string | null;
  /** The slug of the provider; null if you recorded it. */
  provider: string | null;
  /** The id of the transaction; null if there is none. */
  transaction: string | null;
  /** What the provider kept; absent if it does not say. */
  fee?: Amount;
  /** When the money moved, ISO 8601 in UTC with milliseconds. */
  paidAt: string;
  /** When the service learned of it, ISO 8601 in UTC with milliseconds. */
  recordedAt: string;
  /** Who reported it. */
  recordedBy: "provider" | "merchant" | More;
  /** Of a `credit`: the word that you gave; else absent. */
  reason?: string;
  /** Of money that was `moved`: where it came from, or went to; else absent. */
  move?: PaymentMove;
  /** Your remark; absent if there is none. */
  note?: string;
}

/** Our payment page, with every way to pay. */
export interface PaymentLink {
  /** Always `payment_link`. */
  method: "payment_link";
  /** Absolute URL of the page. */
  link: string;
  /** Until when it can be used, ISO 8601 in UTC with milliseconds. */
  expiresAt: string;
}

/** Where moved money came from, or went to. */
export interface PaymentMove {
  /** `mov_` and 25 characters; the entry in the other collection has the same. */
  id: string;
  /** The collection that had it before; absent where it left. */
  from?: string;
  /** The collection that has it now; absent where it came. */
  to?: string;
}

/** One way to pay a collection. `method` says which. */
export type PaymentOption = PaymentLink | VirtualAccount | BankTransfer | Card | MobileMoney;

/** A promise of the customer to pay. */
export interface PaymentPromise {
  /** Until when, ISO 8601 in UTC with milliseconds. */
  payBy: string;
  /** When it was recorded, ISO 8601 in UTC with milliseconds. */
  madeAt: string;
  /** When it turned out to be broken, ISO 8601 in UTC with milliseconds; absent before that. */
  brokenAt?: string;
}

/** The entry of the ledger in the envelope. */
export interface PaymentResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The entry of the ledger. */
  data: Payment;
}

/** The entries of the ledger in the envelope. */
export interface PaymentsResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The entries of the ledger. */
  data: Payment[];
}

/** What the receiver did in the envelope. */
export interface PingResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** What the receiver did. */
  data: PingResult;
}

/** What the receiver did with a ping. */
export interface PingResult {
  /** Whether it answered 2xx. */
  passed: boolean;
  /** The status that the receiver answered; absent if there was no answer. */
  httpStatus?: number;
  /** Why there was no answer; absent if there was one. */
  error?: "timeout" | "connect" | "tls" | "dns" | "blocked" | "interrupted" | More;
  /** How long it took. */
  milliseconds: number;
  /** The beginning of what the receiver answered, at most 1 KB; absent if it is empty. */
  answer?: string;
}

/** A message that is to come. */
export interface PlannedMessage {
  /** When, ISO 8601 in UTC with milliseconds. */
  at: string;
  /** By which channel. */
  channel: "whatsapp" | "sms" | "email" | More;
}

/** The body of a create, of which `reference` may be absent. */
export interface PreviewFollowUpsRequest {
  /** Always `integrated`. */
  type?: "integrated";
  /** When absent, links and the exact minute after quiet hours are only examples. 1 to 255 characters. */
  reference?: string;
  /** Your number of the invoice, 1 to 64 characters: the customer and the journal see it. */
  number?: string;
  /** What is to be paid, with taxes. */
  amount: AmountInput;
  /** The taxes in the amount, 1 to 5: the payment page and the journal show them. */
  tax?: TaxInput[];
  /** What was paid before you record it here, such as with another system. */
  paidBefore?: PaidBeforeInput;
  /** The customer. */
  contact: ContactInput;
  /** Your own data. */
  metadata?: Metadata;
  /** Minutes from the creation to the expiry, 1 to 525,600 (a year). When absent: 1,440 (a day); with a `dueDate`, until 90 days after it, or after the creation when that is later. Must not end before the due day has ended. */
  expiresIn?: number;
  /** The last day on which a payment is in time, such as `2026-12-31`; at most ten years before or after today. It ends when it has ended in all of the account’s country. */
  dueDate?: string;
  /** How the customer can pay. When absent, no way to pay is made. */
  payable?: PayableInput;
  /** The slug of one of your enabled providers. When absent, the account’s default. */
  provider?: string;
  /** How the customer is reminded. When absent, the service chooses a strategy. */
  followUp?: FollowUpInput;
}

/** A text to be tried; without a body the one in force. */
export interface PreviewTextRequest {
  /** The subject; of an email only. */
  subject?: string;
  /** The template that Meta approved; of WhatsApp only. */
  template?: TemplateInput;
  /** At most 4000 characters. Placeholders are written as `{{amount}}`; a line with one that has no value is left out. Of WhatsApp the words of the approved template, whose `{{1}}`, `{{2}}` are the placeholders in the order of their first use.
 * 
 * - `firstName`: The first name of the customer.
 * - `merchant`: The name of your account.
 * - `amount`: What is left to pay; of several payments their number and their sum.
 * - `received`: What was paid so far. A line with it is left out where nothing was.
 * - `about`: What the payment is for: the description of the metadata and the reference.
 * - `reference`: The invoice number, else the reference.
 * - `dueDay`: The due day; of several payments that of the oldest.
 * - `daysLate`: For how many days the due day has passed.
 * - `payableUntil`: When the payment request expires.
 * - `payments`: Each payment on a line of its own; only in emails for several payments.
 * - `payLink`: The address of the payment page. Alone in a paragraph of an email it is a button.
 * - `support`: How to reach you, as your settings say. A line with it is left out where they do not.
 * - `optOut`: How to stop the reminders; only in an SMS, which must have it. */
  body?: string;
  /** The id of a collection that it is filled with; else an example. */
  collection?: string;
}

/** What the customer promised. */
export interface PromisePaymentRequest {
  /** In the future, and at least a day before a year from the creation is over; ISO 8601 with its zone (`Z` or an offset such as `+01:00`); in UTC, too, its year has four digits. */
  payBy: string;
}

/** A payment provider of the account. */
export interface Provider {
  /** `prv_` and 35 characters. */
  id: string;
  /** The name to show. */
  name: string;
  /** Identifies it in `provider` of a create. It never changes. */
  slug: string;
  /** Whether collections can name it. */
  enabled: boolean;
  /** When it was created, ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** When it last changed, ISO 8601 in UTC with milliseconds. */
  updatedAt: string;
}

/** The provider in the envelope. */
export interface ProviderResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The provider. */
  data: Provider;
}

/** The providers in the envelope. */
export interface ProvidersResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The providers. */
  data: Provider[];
}

/** Money that came. */
export interface ReceivedMoney {
  /** Reported by payment providers. */
  online: Amount;
  /** Recorded by the merchant. */
  byHand: Amount;
}

/** Money that moved elsewhere. Needs `transaction` or the header Idempotency-Key. */
export interface RecordPaymentRequest {
  /** How much; positive, also of a refund. In the currency of the collection. */
  amount: AmountInput;
  /** `payment` for money that you received, `refund` for money that you gave back. */
  kind?: "payment" | "refund";
  /** How the money moved. */
  method: "cash" | "bank_transfer" | "cheque" | "card" | "mobile_money" | "other";
  /** When the money moved; not in the future; ISO 8601 with its zone (`Z` or an offset such as `+01:00`); in UTC, too, its year has four digits. When absent, now. */
  paidAt?: string;
  /** Your remark, 1 to 500 characters; white space around it is removed. */
  note?: string;
  /** Your id of the transaction, 1 to 255 characters. One id is recorded once in a collection. */
  transaction?: string;
}

/** What followed the messages of some days. */
export interface Recovery {
  /** Up to when nothing is missing, ISO 8601 in UTC with milliseconds; at most ten minutes ago. */
  asOf: string;
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
  /** What the rows tell apart. */
  by: "channel" | "tone" | "attempt" | "hour" | "weekday" | "country" | "amountBand" | "weekdayHour" | More;
  /** What all the messages cost, by currency; empty while the account has no `messagePrices`. */
  costs: RecoveryCost[];
  /** Messages of which no cost is known. */
  unpricedMessages: number;
  /** By key. */
  rows: RecoveryRow[];
}

/** What the messages of the days cost, in one currency. */
export interface RecoveryCost {
  /** All of them together. */
  amount: Amount;
  /** The money of this currency that came in the same days; null with another `currency`. */
  received: Amount | null;
  /** The cost for each thousand of the currency that came. It does not say that the messages brought it. Null if nothing came. */
  perThousand: number | null;
}

/** What followed the messages in the envelope. */
export interface RecoveryResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** What followed the messages. */
  data: Recovery;
}

/** What became of the messages of one kind. That a payment followed does not say that the message caused it. */
export interface RecoveryRow {
  /** Which kind: a channel, a tone, the number of the message, an hour, a weekday, a country or a band of amounts. */
  key: string;
  /** Messages of which nothing more is known. */
  sent: number;
  /** Messages that were delivered. */
  delivered: number;
  /** Messages that were read. */
  read: number;
  /** Messages that failed. */
  failed: number;
  /** Messages of which it is not known whether they were sent. */
  unknown: number;
  /** Replies after such a message and before the next. */
  replies: number;
  /** Opt-outs after such a message and before the next. */
  optOuts: number;
  /** Collections whose first message of this kind was sent in these days. */
  collections: number;
  /** What they asked for, by currency. */
  amounts: Amount[];
  /** How many of them were paid. */
  paidWithin: PaidWithin;
  /** In how many days half of them were paid, counting those that are not paid yet; null where half is not reached. */
  medianDays: number | null;
  /** What these messages cost, by the prices of the account when each was sent. */
  costs: Amount[];
  /** Messages of which no cost is known: the account had no price for them. */
  unpricedMessages: number;
}

/** Rules, tried on all that is owed. Nothing was sent or changed. */
export interface Rehearsal {
  /** Its id: a newer rehearsal has another one. */
  id: string;
  /** When it began, ISO 8601 in UTC with milliseconds. */
  asOf: string;
  /** False while it is still being counted: ask again in some seconds. */
  isDone: boolean;
  /** What follows from what the collections have. */
  inForce: ForecastOutcome;
  /** What would follow from the rules that are tried. */
  proposed: ForecastOutcome;
  /** At most 20 collections; those that the rules change come first. */
  examples: RehearsedCollection[];
}

/** The rehearsal in the envelope. */
export interface RehearsalResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The rehearsal. */
  data: RehearsalResult;
}

/** The last rehearsal. */
export interface RehearsalResult {
  /** Null if there was none in the last 30 days. */
  rehearsal: Rehearsal | null;
}

/** Rules to be tried. */
export interface RehearsePolicyRequest {
  /** As they are set, and refused alike. */
  rules: FollowUpRuleInput[];
}

/** One collection under both sets of rules. */
export interface RehearsedCollection {
  /** Its id. */
  collection: string;
  /** Its reference. */
  reference: string;
  /** As it is. */
  inForce: RehearsedPlan;
  /** As it would be if the rules had been in force when it was created. */
  proposed: RehearsedPlan;
}

/** The messages that name one collection. */
export interface RehearsedPlan {
  /** The rule that it has; null for none. */
  rule: string | null;
  /** The first 20. */
  messages: PlannedMessage[];
}

/** A reminder as it would be sent now. */
export interface ReminderPreview {
  /** The channel that is asked first to send it. */
  channel: "whatsapp" | "sms" | "email" | More;
  /** The tone of its text. */
  tone: "gentle" | "professional" | "urgent";
  /** Whom it reaches: a phone in E.164 form, or an email address. */
  to: string;
  /** The exact text, but for the token of the link that opts out: it is shown as `/u/…`. */
  text: string;
  /** When it is due, ISO 8601 in UTC with milliseconds: the next whole minute, or when the one that waits already is due. */
  dueAt: string;
}

/** The reminder in the envelope. */
export interface ReminderPreviewResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The reminder. */
  data: ReminderPreview;
}

/** The last and the next reminder of a collection. */
export interface Reminders {
  /** Its id. */
  collection: string;
  /** Its own, or one for several debts that took the place of its own; null if there is none. */
  last: LastReminder | null;
  /** When the next one goes out by its plan, if nobody pays or answers until then, ISO 8601 in UTC with milliseconds; null if none will. */
  nextAt: string | null;
}

/** The reminders in the envelope. */
export interface RemindersListResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The reminders. */
  data: Reminders[];
}

/** A reminder that a rule removed from the plan. */
export interface RemovedSlot {
  /** When it would have been due, ISO 8601 in UTC with milliseconds. */
  dueAt: string;
  /** Which rule. More may come.
 * 
 * - `held_out`: The customer is held out by the experiment.
 * - `paused`: The follow-ups are paused then.
 * - `claimed`: The customer says that it is paid; held until you decide, for three days at most.
 * - `disputed`: The customer says that something is wrong; held until you resolve it.
 * - `merged`: It would come together with the slot before, or shortly after it.
 * - `cap_24h`: There are 12 slots in the 24 hours before.
 * - `contact_cap`: It would be more than one person should get.
 * - `cap_collection`: There are 60 slots before.
 * - `quiet_hours_past_expiry`: Quiet hours last until the expiry.
 * - `after_expiry`: It would come after the expiry. */
  reason: string;
}

/** For how long it can be paid. */
export interface ReopenCollectionRequest {
  /** Minutes from now, 1 to 525,600 (a year). When absent: as long as before, and at least until the due day has ended. */
  extendBy?: number;
}

/** What is sent again. */
export interface Replay {
  /** How many deliveries, at most 200. */
  replayed: number;
  /** From when there are more, ISO 8601 in UTC with milliseconds: replay since then; null when these were all. */
  nextSince: string | null;
}

/** Which deliveries are sent again. */
export interface ReplayDeliveriesRequest {
  /** When the first of the events was told; ISO 8601 with its zone (`Z` or an offset such as `+01:00`); in UTC, too, its year has four digits. */
  since: string;
  /** When the last of them was told; ISO 8601 with its zone (`Z` or an offset such as `+01:00`); in UTC, too, its year has four digits. When absent, now. */
  until?: string;
  /** `failed` for those that failed for good, `all` for those that were accepted, too. */
  status?: "failed" | "all";
}

/** What is sent again in the envelope. */
export interface ReplayResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** What is sent again. */
  data: Replay;
}

/** How you resolve a dispute. */
export interface ResolveDisputeRequest {
  /** `upheld` if the customer is right: correct the amount or cancel the collection beside it. `dismissed` if not. */
  resolution: "upheld" | "dismissed";
  /** Your remark, 1 to 500 characters; the customer does not see it. */
  note?: string;
}

/** How long both secrets hold. */
export interface RotateWebhookSecretRequest {
  /** For so many hours webhooks are signed with the old secret too, 0 to 168. */
  oldValidHours?: number;
}

/** What a collection must be to get the rule. */
export interface RuleConditions {
  /** The amount lies in this range, in this currency. */
  amount?: AmountRange;
  /** The country of the customer’s phone, else of the account, is one of these: ISO 3166 codes. */
  countries?: string[];
  /** Whether the collection has a due date. */
  dueDate?: boolean;
  /** `returning`: the account has asked this customer for a payment before. */
  customer?: "new" | "returning" | More;
  /** `segment` of the metadata is one of these texts. */
  segments?: string[];
  /** The customer has one of these tags. */
  tags?: string[];
}

/** What a collection must be to get the rule: all that is given. Empty: every collection. */
export interface RuleConditionsInput {
  /** The amount lies in this range, in this currency. */
  amount?: AmountRangeInput;
  /** The country of the customer’s phone, else of the account, is one of these: ISO 3166 codes. */
  countries?: string[];
  /** Whether the collection has a due date. */
  dueDate?: boolean;
  /** `returning`: the account has asked this customer for a payment before. */
  customer?: "new" | "returning";
  /** `segment` of the metadata is one of these texts. */
  segments?: string[];
  /** The customer has one of these tags. */
  tags?: string[];
}

/** What a rule does. */
export interface RuleMessages {
  /** Its name; null for collections that no rule fits. */
  rule: string | null;
  /** Collections that have it. */
  debts: number;
  /** Messages to them. */
  messages: number;
}

/** What a rule says of follow-ups. */
export interface RuledFollowUp {
  /** False, and alone: no reminder. */
  enabled?: boolean;
  /** Minutes until the first reminder. */
  startAfter?: number;
  /** How far apart reminders are. */
  cadence?: "every_5m" | "every_10m" | "every_15m" | "every_30m" | "every_1h" | "every_2h" | "every_4h" | "every_6h" | "every_12h" | "daily";
  /** Days from the due day; needs `when.dueDate` to be true. */
  schedule?: number[];
  /** Channels in the order in which they have their turns. */
  channels?: ("whatsapp" | "sms" | "email" | More)[];
  /** The tone of every reminder. */
  tone?: "gentle" | "professional" | "urgent";
}

/** How to send the reminder. */
export interface SendFollowUpRequest {
  /** Only this channel. When absent, any that can be used. */
  channel?: "whatsapp" | "sms" | "email";
  /** When absent, the tone that the plan would have now. */
  tone?: "gentle" | "professional" | "urgent";
}

/** What one of your people writes to the customer. */
export interface SendMessageRequest {
  /** By which channel. `whatsapp` only within 24 hours of the customer’s last message by it. */
  channel: "whatsapp" | "sms" | "email";
  /** The words, 1 to 1,000 characters; line breaks are kept. The name of the account goes before or below them. */
  text: string;
}

/** How many customers get no automatic reminder, and how many are reminded by other rules. */
export interface SetExperimentRequest {
  /** The share of the customers who get none, 0 to 0.5. 0 without a `variant` ends the experiment. Other shares or other rules begin another one, with arms drawn anew. */
  holdOut: number;
  /** Other rules, which are measured against those in force. Absent: none. */
  variant?: ExperimentVariantInput;
  /** After how many days you mean to read it, 14 to 365. 60 by default. */
  plannedFor?: number;
}

/** All the rules, which take the place of those before. */
export interface SetFollowUpPolicyRequest {
  /** At most 20, and 16 KB in all. The first that a collection meets when it is created is its rule. A rule behind one that is met by all of its collections is refused. */
  rules: FollowUpRuleInput[];
  /** The version that you have changed: if there is a newer one, nothing is changed. */
  version?: number;
}

/** The logo. */
export interface SetLogoRequest {
  /** A PNG or SVG in base64, at most 65536 bytes and 2048 pixels each way; null takes the logo back. An SVG that has a script, or loads from elsewhere, is refused. */
  image: string | null;
}

/** A text in the place of the one before. */
export interface SetTextRequest {
  /** The subject; of an email only. */
  subject?: string;
  /** The template that Meta approved; of WhatsApp only. */
  template?: TemplateInput;
  /** At most 4000 characters. Placeholders are written as `{{amount}}`; a line with one that has no value is left out. Of WhatsApp the words of the approved template, whose `{{1}}`, `{{2}}` are the placeholders in the order of their first use.
 * 
 * - `firstName`: The first name of the customer.
 * - `merchant`: The name of your account.
 * - `amount`: What is left to pay; of several payments their number and their sum.
 * - `received`: What was paid so far. A line with it is left out where nothing was.
 * - `about`: What the payment is for: the description of the metadata and the reference.
 * - `reference`: The invoice number, else the reference.
 * - `dueDay`: The due day; of several payments that of the oldest.
 * - `daysLate`: For how many days the due day has passed.
 * - `payableUntil`: When the payment request expires.
 * - `payments`: Each payment on a line of its own; only in emails for several payments.
 * - `payLink`: The address of the payment page. Alone in a paragraph of an email it is a button.
 * - `support`: How to reach you, as your settings say. A line with it is left out where they do not.
 * - `optOut`: How to stop the reminders; only in an SMS, which must have it. */
  body: string;
  /** The version that you have changed: if there is another one by now, nothing is changed. */
  version?: number;
}

/** One reminder of a plan, past or to come. */
export interface Slot {
  /** Its number in the plan, from 1. */
  slot: number;
  /** When it is due, ISO 8601 in UTC with milliseconds. */
  dueAt: string;
  /** The channel that sends it. */
  channel: "whatsapp" | "sms" | "email" | More;
  /** The tone of its text. */
  tone: "gentle" | "professional" | "urgent";
  /** The exact text that is sent or was sent, but for the token of the link that opts out: it is shown as `/u/…`. */
  text: string;
  /** The version of your own text that it has; absent where it is in the words of the service. */
  textVersion?: number;
  /** Why it is due then, in words. */
  reason: string;
  /** `planned` is still to come; `unknown` may have been sent and is not sent again. */
  status: "planned" | "sending" | "unknown" | "sent" | "delivered" | "read" | "failed" | "skipped" | More;
  /** When a channel accepted it, ISO 8601 in UTC with milliseconds; absent before that. */
  sentAt?: string;
  /** `test` for the message of a test account, which goes to nobody; else absent. */
  sentBy?: "test";
  /** The channels that were asked to send it, in order. */
  channelsTried: ("whatsapp" | "sms" | "email" | More)[];
  /** When it is offered to a channel again, ISO 8601 in UTC with milliseconds; absent unless it waits for that. */
  retryAt?: string;
  /** When the rules for people let it go, ISO 8601 in UTC with milliseconds; absent unless they hold it back. */
  deferredUntil?: string;
  /** Why it was skipped; absent unless it was. The status that ended the collection, or:
 * 
 * - `late`: Its run came so late that a newer slot was due.
 * - `quiet_hours`: Its run came so late that it fell into quiet hours.
 * - `already_paid`: The amount had been paid, as the provider said when it was asked.
 * - `part_paid`: A part had been paid since the slot before.
 * - `paused`: The follow-ups of the customer were paused.
 * - `contact_cap`: The person had got enough messages, and the next slot or the expiry came before another was allowed.
 * - `opted_out`: The person had opted out of every channel.
 * - `restored`: The service was restored from a backup, and may have sent it before.
 * - `channel_busy`: The channels were throttled until it was too late. */
  skipReason?: string;
  /** The id of another collection of the same person, whose message spoke for this one too; absent for a message of its own. */
  with?: string;
  /** The ids of other collections for which this message spoke, too; absent unless it did. */
  covers?: string[];
}

/** The statement of a customer. */
export interface Statement {
  /** The id of the customer. */
  customer: string;
  /** As the newest collection has it. */
  firstName: string;
  /** As the newest collection has it. */
  lastName: string;
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
  /** One entry for each currency of which there is something to tell. */
  currencies: CurrencyStatement[];
}

/** An entry of the journal, and what was owed after it. */
export interface StatementEntry {
  /** The entry. */
  entry: JournalEntry;
  /** What was owed after it. */
  balance: Amount;
}

/** The statement in the envelope. */
export interface StatementResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The statement. */
  data: Statement;
}

/** The endpoint that gets nothing for now. */
export interface StoppedWebhookEndpoint {
  /** `whe_` and 35 characters. */
  id: string;
}

/** A tax in the amount. */
export interface Tax {
  /** What it is called. */
  name: string;
  /** In percent. */
  rate: number;
  /** How much of the amount it is. */
  amount: Amount;
}

/** A tax in the amount. */
export interface TaxInput {
  /** What it is called, such as `VAT`; 1 to 40 characters. */
  name: string;
  /** In percent, 0 to 100. */
  rate: number;
  /** How much of the amount it is, in its currency. */
  amount: AmountInput;
}

/** A template of WhatsApp. */
export interface Template {
  /** The name of the template. */
  name: string;
  /** Meta’s code of its language. */
  language: string;
  /** Whether it ends in a button whose address is that of the payment page up to its last part. */
  button: boolean;
}

/** A template of WhatsApp. */
export interface TemplateInput {
  /** The name of the template. */
  name: string;
  /** Meta’s code of its language; that of our templates by default. */
  language?: string;
  /** Whether it ends in a button whose address is that of the payment page up to its last part. */
  button?: boolean;
}

/** The words of one kind of message, in one language and by one channel. */
export interface Text {
  /** The language of the customers who get it. */
  language: "en" | "fr" | "pt" | "sw" | "ha" | More;
  /** The channel by which it goes out. */
  channel: "whatsapp" | "sms" | "email" | More;
  /** The tone; and whether it is before the due day has ended, after it, of several payments, or of one without a due day. */
  kind: "gentle" | "gentle_before_due" | "gentle_past_due" | "gentle_several" | "professional" | "professional_before_due" | "professional_past_due" | "professional_several" | "urgent" | "urgent_before_due" | "urgent_past_due" | "urgent_several" | More;
  /** The subject of an email; else null. */
  subject: string | null;
  /** The text with its placeholders. */
  body: string;
  /** The template of WhatsApp; else null. */
  template: Template | null;
  /** Its version; 0 for the words of the service. */
  version: number;
  /** When it was saved, ISO 8601 in UTC with milliseconds; null for the words of the service. */
  changedAt: string | null;
  /** The member who saved it; null if it was a program. */
  changedBy: ChangedBy | null;
  /** What can stand in it. */
  placeholders: TextPlaceholder[];
  /** The latest 50 versions of the account, the newest first, whether they are in force or not. */
  versions: TextVersion[];
}

/** What can stand in a text of this kind. */
export interface TextPlaceholder {
  /** Its name. */
  name: "firstName" | "merchant" | "amount" | "received" | "about" | "reference" | "dueDay" | "daysLate" | "payableUntil" | "payments" | "payLink" | "support" | "optOut" | More;
  /** Whether the text must have it. */
  isNeeded: boolean;
  /** Whether every message of the kind has a value for it. */
  isAlwaysKnown: boolean;
  /** A value; null where the account has none. */
  example: string | null;
}

/** A message with the text. */
export interface TextPreview {
  /** The subject of an email; else null. */
  subject: string | null;
  /** What the customer reads. */
  text: string;
  /** An email as most people see it; else null. */
  html: string | null;
  /** Of how many SMS it is made; null for other channels. */
  segments: number | null;
  /** The same with the longest likely names and sums; null for other channels. */
  longestSegments: number | null;
}

/** The message in the envelope. */
export interface TextPreviewResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The message. */
  data: TextPreview;
}

/** The text in the envelope. */
export interface TextResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The text. */
  data: Text;
}

/** A version of a text. */
export interface TextVersion {
  /** The subject of an email; else null. */
  subject: string | null;
  /** The text with its placeholders. */
  body: string;
  /** The template of WhatsApp; else null. */
  template: Template | null;
  /** Its version; 0 for the words of the service. */
  version: number;
  /** When it was saved, ISO 8601 in UTC with milliseconds; null for the words of the service. */
  changedAt: string | null;
  /** The member who saved it; null if it was a program. */
  changedBy: ChangedBy | null;
}

/** The texts of the account. */
export interface Texts {
  /** Those in force. All others are in the words of the service. */
  texts: ListedText[];
}

/** The texts in the envelope. */
export interface TextsResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The texts. */
  data: Texts;
}

/** The collection as a read shows it when the event is told, without names, phone, email, events and ways to pay. */
export interface ToldCollection {
  /** `pay_` and 35 characters. */
  id: string;
  /** Always `integrated`. */
  type: "integrated";
  /** Your id of the payment, exactly as sent. */
  reference: string;
  /** What is to be paid. */
  amount: Amount;
  /** What has been received, and what is outstanding. */
  balance: Balance;
  /** The status when the event was told, which can be later than the event. */
  status: "pending" | "completed" | "expired" | "overdue" | "cancelled";
  /** The last day on which a payment is in time; absent if none was given. */
  dueDate?: string;
  /** Minutes from the creation to the expiry. */
  expiresIn: number;
  /** How the customer is reminded. */
  followUp: FollowUp;
  /** Exactly as sent; absent if none was sent. */
  metadata?: Metadata;
  /** When it was created, ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** When it last changed, ISO 8601 in UTC with milliseconds. */
  updatedAt: string;
  /** When it was completed, ISO 8601 in UTC with milliseconds; null before that. */
  completedAt: string | null;
  /** The customer, by id only. */
  contact: ToldContact;
  /** How it can be paid. */
  payable: ToldPayable;
}

/** The customer, by id only. */
export interface ToldContact {
  /** `contact_` and 25 characters. */
  id: string;
}

/** How the collection can be paid, without the ways themselves. */
export interface ToldPayable {
  /** Whether ways to pay are made. */
  enabled: boolean;
  /** The ways that were asked for. */
  methods: ("payment_link" | "virtual_account" | "mobile_money" | "card" | "bank_transfer")[];
}

/** A channel by which messages to the customer have failed. */
export interface UnreachableChannel {
  /** The channel that is left out. */
  channel: "whatsapp" | "sms" | "email" | More;
  /** Why, as the channel reported it. More may come. */
  reason: "not_on_whatsapp" | "invalid_number" | "blocked" | "bounced" | "mailbox_full" | "soft_bounce" | "complaint" | "rejected" | "channel_fault" | "undelivered" | "transient" | More;
  /** When it may be tried again, ISO 8601 in UTC with milliseconds; null if never. */
  until: string | null;
}

/** The changes, at least one. What is absent stays as it is, and null takes a setting back. */
export interface UpdateAccountRequest {
  /** What the business is called, 1 to 100 characters. */
  name?: string;
  /** Who stands behind the name, as pages and emails say it below. */
  legalName?: string | null;
  /** The postal address that pages and emails show. */
  address?: string | null;
  /** An address with `https`, to which pages lead back. */
  website?: string | null;
  /** The colour of buttons, such as `#0b57d0`. Where it is too light to be read, a darker one of its kind is used. */
  color?: string | null;
  /** The number at which customers reach you, in E.164. */
  supportPhone?: string | null;
  /** The address at which customers reach you. */
  supportEmail?: string | null;
  /** The slug of the provider of collections that name none. */
  defaultProvider?: string | null;
  /** The language of customers whose country has none of ours of its own: `en`, `fr`, `pt`, `sw` or `ha`. English where it is not set. What a reader chooses on a page comes first. */
  language?: "en" | "fr" | "pt" | "sw" | "ha" | null;
  /** For how many days ahead customers may promise to pay, 1 to 90; null: 14. */
  promiseDays?: number | null;
  /** `on`: one message speaks for all debts of a person. `off`: each debt has messages of its own. */
  digest?: "on" | "off";
  /** `on`: customers may pay a part of what is left on the payment page, a tenth of it at least. `off`: all of it. */
  partPayments?: "on" | "off";
  /** Whole hours of the customer’s day, from 8 to 20, at least 2 apart. No automatic message is sent outside. Laws and rules for people hold besides; where a number may be in zones that share none of these hours, they alone hold. */
  messageHours?: MessageHoursInput | null;
  /** What messages cost you, for the agenda and rehearsals. Costs are unknown where it is not set. */
  messagePrices?: MessagePricesInput | null;
  /** At most so many automatic messages to one person in seven days, 1 to 7. Laws and rules for people hold besides. */
  messagesPerWeek?: number | null;
}

/** What a person makes of an item. At least one field. */
export interface UpdateAttentionRequest {
  /** Who takes it, 1 to 100 characters of your choice. Refused with `already_taken` while another has it; empty gives it back. */
  assignee?: string;
  /** A remark, 1 to 1,000 characters; empty removes it. */
  note?: string;
  /** Until when the list leaves it out, unless something new happens; ISO 8601 with its zone (`Z` or an offset such as `+01:00`); in UTC, too, its year has four digits. An instant that has passed ends it. */
  snoozedUntil?: string;
  /** True takes it off the list until there is a new cause; false puts it back. */
  done?: boolean;
}

/** The corrections, at least one. What is absent stays as it is. */
export interface UpdateCollectionRequest {
  /** Corrections of the customer’s names and addresses. */
  contact?: ContactChanges;
  /** The corrected amount, in the same currency, and at least what was received: as much as that completes the collection. What was opened for another amount ends. */
  amount?: AmountInput;
  /** The last day on which a payment is in time, such as `2026-12-31`; at most ten years before or after today. It ends when it has ended in all of the account’s country. Moved into the future, it makes an overdue collection `pending` again. */
  dueDate?: string;
  /** Minutes from the creation to the expiry, 1 to 525,600 (a year). Counted from the creation, not from now; must end in the future. */
  expiresIn?: number;
  /** New follow-ups, as in a create. `{"enabled": false}` ends them; the collection can still be paid. */
  followUp?: FollowUpInput;
  /** Replaces what there was. */
  metadata?: Metadata;
}

/** A new status. */
export interface UpdateCollectionStatusRequest {
  /** What it has already changes nothing; `pending` can only be what it has already. */
  status: "pending" | "completed" | "expired" | "overdue" | "cancelled";
  /** Of `cancelled`: why the rest is written off. With it, what has expired can be cancelled, too. */
  reason?: "bad_debt" | "goodwill" | "mistake" | "other";
  /** Your remark on the write-off, 1 to 500 characters. Only a read of the collection shows it, until it is erased. */
  note?: string;
}

/** What is changed of a customer, at least one thing. What is absent stays as it is. */
export interface UpdateCustomerRequest {
  /** 1 to 100 characters; white space around it is removed. */
  firstName?: string;
  /** 1 to 100 characters; white space around it is removed. */
  lastName?: string;
  /** 5 to 20 digits in at most 40 characters. E.164 is recommended, such as +2348031234567; a national number is read as one of the account’s country. */
  phone?: string;
  /** An email address of at most 254 characters. */
  email?: string;
  /** At most 10 words of yours, 1 to 40 characters each, in place of those before. They change no collection that is there: rules ask for them when one is created. */
  tags?: string[];
}

/** The changes, at least one. What is absent stays as it is. */
export interface UpdateProviderRequest {
  /** The name to show, 1 to 100 characters; white space around it is removed. */
  name?: string;
  /** Whether collections can name it. */
  enabled?: boolean;
}

/** The changes, at least one. What is absent stays as it is. */
export interface UpdateWebhookEndpointRequest {
  /** An address under https on port 443 with a host name whose addresses are all public, at most 2,048 characters. It is checked before every attempt. */
  url?: string;
  /** The types of events that are told there, each once; or only `*` for all of them, new types included. */
  events?: ("*" | "collection.created" | "collection.updated" | "collection.completed" | "collection.cancelled" | "collection.overdue" | "collection.expired" | "collection.reopened" | "payment_option.failed" | "payment_option.tried_too_often" | "payment.received" | "payment.unexpected" | "payment.refunded" | "payment.refund_failed" | "payment.disputed" | "payment.dispute_lost" | "payment.dispute_won" | "payment.reversed" | "payment.rejected" | "payment.moved" | "collection.credited" | "followup.sent" | "followup.delivered" | "followup.read" | "followup.failed" | "followup.unknown" | "followup.skipped" | "followup.stopped" | "followup.paused" | "followup.resumed" | "followup.withdrawn" | "promise.made" | "promise.broken" | "promise.withdrawn" | "claim.made" | "claim.accepted" | "claim.rejected" | "dispute.opened" | "dispute.resolved" | "contact.replied" | "contact.opted_out" | "contact.opted_in" | "link.requested" | "contact.over_limit" | "message.sent" | "message.failed" | "webhook_endpoint.failing" | "webhook_endpoint.disabled")[];
  /** Your remark, 1 to 200 characters; white space around it is removed. */
  description?: string;
  /** Who is warned when deliveries fail: an email address of at most 254 characters. It gets one email with a link, and warnings only after somebody has confirmed there. Test accounts write to nobody. */
  notifyEmail?: string;
  /** Pauses or enables it. A disabled one must pass a ping first. */
  status?: "enabled" | "paused";
}

/** A bank account made for this collection alone. */
export interface VirtualAccount {
  /** Always `virtual_account`. */
  method: "virtual_account";
  /** The name of the bank. */
  bankName: string;
  /** The number of the account; digits, with leading zeros. */
  accountNumber: string;
  /** The name that the account shows to the payer. */
  accountName: string;
  /** What to transfer, where the provider’s fee comes on top; absent when it is what is outstanding. */
  amount?: Amount;
  /** Until when it can be used, ISO 8601 in UTC with milliseconds. */
  expiresAt: string;
}

/** A page of the log of deliveries in the envelope. */
export interface WebhookDeliveriesResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The deliveries of the page. */
  data: WebhookDelivery[];
  /** Where the page ends. */
  meta: DeliveryLogMeta;
}

/** An event on its way to an endpoint. */
export interface WebhookDelivery {
  /** `dlv_` and 34 characters. */
  id: string;
  /** What it tells. */
  event: DeliveredEvent;
  /** `waiting` for the next attempt, `sending` now, `held` until the endpoint is enabled and older ones are sent, `delivered` when it was accepted, `failed` when every attempt failed. */
  status: "waiting" | "sending" | "held" | "delivered" | "failed" | More;
  /** When the next attempt is made, ISO 8601 in UTC with milliseconds; null unless it is waiting. */
  nextAttemptAt: string | null;
  /** The attempts, oldest first; at most the last 30. */
  attempts: DeliveryAttempt[];
  /** When the event was told, ISO 8601 in UTC with milliseconds. */
  createdAt: string;
}

/** Where the account is told of its events. */
export interface WebhookEndpoint {
  /** `whe_` and 35 characters. */
  id: string;
  /** Where its webhooks are sent. */
  url: string;
  /** The types of events that are told there, or only `*`. */
  events: string[];
  /** Your remark; absent if there is none. */
  description?: string;
  /** Who is warned when deliveries fail; absent if nobody is. */
  notifyEmail?: string;
  /** Whether that address was confirmed by the link in its email; absent without an address. */
  notifyEmailConfirmed?: boolean;
  /** To an `enabled` one webhooks are sent; for a `paused` or `disabled` one they wait, and are sent once it is enabled. */
  status: "enabled" | "paused" | "disabled" | More;
  /** Why it is not enabled: `merchant` (you paused it), `failing` (probed until it answers), `retry_after` (it asked for a pause), `gone` (it answered 410) or `failing_for_days`. Absent when it is enabled. */
  statusReason?: "merchant" | "failing" | "retry_after" | "gone" | "failing_for_days" | More;
  /** Until when webhooks are signed with the secret before the last rotation, too, ISO 8601 in UTC with milliseconds; absent after that. */
  oldSecretValidUntil?: string;
  /** When it was created, ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** When it last changed, ISO 8601 in UTC with milliseconds. */
  updatedAt: string;
}

/** What happened to a webhook endpoint, told to your other endpoints and in the feed. It is about no collection. */
export interface WebhookEndpointEvent {
  /** `evt_` and 25 characters, also in the header `webhook-id`. */
  id: string;
  /** What happened. */
  type: "webhook_endpoint.failing" | "webhook_endpoint.disabled" | More;
  /** When it happened, ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The endpoint. */
  data: WebhookEndpointEventData;
}

/** Which endpoint it is, and why. */
export interface WebhookEndpointEventData {
  /** The endpoint. */
  endpoint: StoppedWebhookEndpoint;
  /** Its `statusReason`: `failing`, `gone` or `failing_for_days`. */
  reason: "merchant" | "failing" | "retry_after" | "gone" | "failing_for_days" | More;
}

/** The webhook endpoint in the envelope. */
export interface WebhookEndpointResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The webhook endpoint. */
  data: WebhookEndpoint;
}

/** A webhook endpoint with its new secret. */
export interface WebhookEndpointWithSecret {
  /** `whe_` and 35 characters. */
  id: string;
  /** Where its webhooks are sent. */
  url: string;
  /** The types of events that are told there, or only `*`. */
  events: string[];
  /** Your remark; absent if there is none. */
  description?: string;
  /** Who is warned when deliveries fail; absent if nobody is. */
  notifyEmail?: string;
  /** Whether that address was confirmed by the link in its email; absent without an address. */
  notifyEmailConfirmed?: boolean;
  /** To an `enabled` one webhooks are sent; for a `paused` or `disabled` one they wait, and are sent once it is enabled. */
  status: "enabled" | "paused" | "disabled" | More;
  /** Why it is not enabled: `merchant` (you paused it), `failing` (probed until it answers), `retry_after` (it asked for a pause), `gone` (it answered 410) or `failing_for_days`. Absent when it is enabled. */
  statusReason?: "merchant" | "failing" | "retry_after" | "gone" | "failing_for_days" | More;
  /** Until when webhooks are signed with the secret before the last rotation, too, ISO 8601 in UTC with milliseconds; absent after that. */
  oldSecretValidUntil?: string;
  /** When it was created, ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** When it last changed, ISO 8601 in UTC with milliseconds. */
  updatedAt: string;
  /** Verifies the signatures of its webhooks. It is shown only here: keep it. */
  secret: string;
}

/** The webhook endpoint with its secret in the envelope. */
export interface WebhookEndpointWithSecretResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The webhook endpoint with its secret. */
  data: WebhookEndpointWithSecret;
}

/** The webhook endpoints in the envelope. */
export interface WebhookEndpointsResponse {
  /** Always `success`. */
  status: "success";
  /** What was done, in English, for people. */
  message: string;
  /** The webhook endpoints. */
  data: WebhookEndpoint[];
}

/** An event of a collection as it is told: the body of its webhooks. */
export interface WebhookEvent {
  /** `evt_` and 25 characters: the id that the collection shows, and the header `webhook-id`. Remember it, because an event can come twice. */
  id: string;
  /** What happened. */
  type: EventType;
  /** When it happened, ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** Counts the events of the collection from 1, without gaps. */
  sequence: number;
  /** The event and its collection. */
  data: WebhookEventData;
}

/** The event, and the collection that it happened to. */
export interface WebhookEventData {
  /** The collection when the event was told. */
  collection: ToldCollection;
  /** The event as the collection shows it, without the text of a reply. */
  event: Event;
}

/** Tries out a webhook endpoint. It is about no collection. */
export interface WebhookPing {
  /** `evt_` and 25 characters, also in the header `webhook-id`. */
  id: string;
  /** Always `webhook.ping`. */
  type: "webhook.ping";
  /** When it was sent, ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** What is tried out. */
  data: WebhookPingData;
}

/** What is tried out. */
export interface WebhookPingData {
  /** The endpoint. */
  endpoint: WebhookPingEndpoint;
}

/** The endpoint that is tried out. */
export interface WebhookPingEndpoint {
  /** `whe_` and 35 characters. */
  id: string;
}

/** The fields that `data` of each type of event may have. */
export interface EventFields {
  'collection.created': 'actor' | 'member';
  'collection.updated': 'changed' | 'from' | 'to' | 'actor' | 'member';
  'collection.completed': 'actor' | 'member';
  'collection.cancelled': 'reason' | 'note' | 'actor' | 'member';
  'collection.overdue': 'dueDate' | 'actor' | 'member';
  'collection.expired': 'messagesSent' | 'actor' | 'member';
  'collection.reopened': 'reason' | 'actor' | 'member';
  'payment_option.failed': never;
  'payment_option.tried_too_often': never;
  'payment.received': 'amount' | 'transaction' | 'method' | 'actor' | 'member';
  'payment.unexpected': 'amount' | 'transaction' | 'method' | 'actor' | 'member' | 'reason';
  'payment.refunded': 'amount' | 'transaction' | 'method' | 'actor' | 'member';
  'payment.refund_failed': 'amount' | 'transaction' | 'method' | 'actor';
  'payment.disputed': 'amount' | 'transaction' | 'method' | 'actor';
  'payment.dispute_lost': 'amount' | 'transaction' | 'method' | 'actor';
  'payment.dispute_won': 'amount' | 'transaction' | 'method' | 'actor';
  'payment.reversed': 'amount' | 'transaction' | 'method' | 'actor';
  'payment.rejected': 'amount' | 'transaction' | 'method' | 'actor';
  'payment.moved': 'amount' | 'transaction' | 'method' | 'actor' | 'member' | 'with' | 'direction';
  'collection.credited': 'amount' | 'reason' | 'actor' | 'member';
  'followup.sent': 'slot' | 'channel' | 'with' | 'actor' | 'member';
  'followup.delivered': 'slot' | 'channel' | 'with' | 'actor' | 'member';
  'followup.read': 'slot' | 'channel' | 'with' | 'actor' | 'member';
  'followup.failed': 'slot' | 'channel' | 'with' | 'actor' | 'member' | 'reason';
  'followup.unknown': 'slot' | 'channel' | 'with' | 'actor' | 'member' | 'reason';
  'followup.skipped': 'slot' | 'channel' | 'with' | 'actor' | 'member' | 'reason';
  'followup.stopped': never;
  'followup.paused': 'until' | 'reason' | 'actor' | 'member';
  'followup.resumed': 'actor' | 'member';
  'followup.withdrawn': 'member';
  'promise.made': 'payBy' | 'actor' | 'member';
  'promise.broken': 'payBy' | 'actor';
  'promise.withdrawn': 'payBy' | 'actor' | 'member';
  'claim.made': 'claim' | 'amount' | 'method' | 'paidOn' | 'actor';
  'claim.accepted': 'claim' | 'actor' | 'member';
  'claim.rejected': 'claim' | 'actor' | 'member';
  'dispute.opened': 'dispute' | 'reason' | 'actor';
  'dispute.resolved': 'dispute' | 'resolution' | 'actor' | 'member';
  'contact.replied': 'channel' | 'text' | 'unproven';
  'contact.opted_out': 'channel' | 'by';
  'contact.opted_in': 'channel' | 'by';
  'contact.over_limit': 'by' | 'actor';
  'link.requested': 'actor';
  'message.sent': 'channel' | 'text' | 'reason' | 'actor' | 'member';
  'message.failed': 'channel' | 'reason';
}

/** The body of each type of webhook, as the description has it. */
export interface WebhookBodies {
  'collection.created': WebhookEvent;
  'collection.updated': WebhookEvent;
  'collection.completed': WebhookEvent;
  'collection.cancelled': WebhookEvent;
  'collection.overdue': WebhookEvent;
  'collection.expired': WebhookEvent;
  'collection.reopened': WebhookEvent;
  'payment_option.failed': WebhookEvent;
  'payment_option.tried_too_often': WebhookEvent;
  'payment.received': WebhookEvent;
  'payment.unexpected': WebhookEvent;
  'payment.refunded': WebhookEvent;
  'payment.refund_failed': WebhookEvent;
  'payment.disputed': WebhookEvent;
  'payment.dispute_lost': WebhookEvent;
  'payment.dispute_won': WebhookEvent;
  'payment.reversed': WebhookEvent;
  'payment.rejected': WebhookEvent;
  'payment.moved': WebhookEvent;
  'collection.credited': WebhookEvent;
  'followup.sent': WebhookEvent;
  'followup.delivered': WebhookEvent;
  'followup.read': WebhookEvent;
  'followup.failed': WebhookEvent;
  'followup.unknown': WebhookEvent;
  'followup.skipped': WebhookEvent;
  'followup.stopped': WebhookEvent;
  'followup.paused': WebhookEvent;
  'followup.resumed': WebhookEvent;
  'followup.withdrawn': WebhookEvent;
  'promise.made': WebhookEvent;
  'promise.broken': WebhookEvent;
  'promise.withdrawn': WebhookEvent;
  'claim.made': WebhookEvent;
  'claim.accepted': WebhookEvent;
  'claim.rejected': WebhookEvent;
  'dispute.opened': WebhookEvent;
  'dispute.resolved': WebhookEvent;
  'contact.replied': WebhookEvent;
  'contact.opted_out': WebhookEvent;
  'contact.opted_in': WebhookEvent;
  'link.requested': WebhookEvent;
  'contact.over_limit': WebhookEvent;
  'message.sent': WebhookEvent;
  'message.failed': WebhookEvent;
  'webhook_endpoint.failing': WebhookEndpointEvent;
  'webhook_endpoint.disabled': WebhookEndpointEvent;
  'webhook.ping': WebhookPing;
}

/** The types of webhooks that this version of the client knows. */
export const WEBHOOK_TYPES = ["collection.created","collection.updated","collection.completed","collection.cancelled","collection.overdue","collection.expired","collection.reopened","payment_option.failed","payment_option.tried_too_often","payment.received","payment.unexpected","payment.refunded","payment.refund_failed","payment.disputed","payment.dispute_lost","payment.dispute_won","payment.reversed","payment.rejected","payment.moved","collection.credited","followup.sent","followup.delivered","followup.read","followup.failed","followup.unknown","followup.skipped","followup.stopped","followup.paused","followup.resumed","followup.withdrawn","promise.made","promise.broken","promise.withdrawn","claim.made","claim.accepted","claim.rejected","dispute.opened","dispute.resolved","contact.replied","contact.opted_out","contact.opted_in","link.requested","contact.over_limit","message.sent","message.failed","webhook_endpoint.failing","webhook_endpoint.disabled","webhook.ping"] as const;

/** What each call takes and answers. */
export interface Routes {
  /** Record a request to collect a payment. */
  'POST /public/collections': {
    body: CreateCollectionRequest;
    answer: CollectionResponse;
  };
  /** List collections. */
  'GET /public/collections': {
    query: {
      /** The number of the page, from 1. Default 1. Not with a filter. */
      page?: number;
      /** How many collections a page has, 1 to 100. Default 10. */
      limit?: number;
      /** Filter: your id of the payment, exactly as sent. */
      reference?: string;
      /** Filter: the id of a contact; or a phone (read with the country of the account) or an email, which stands for the contact that a create with it finds. Write `+` as `%2B`. */
      contact?: string;
      /** Filter: the status that the collection has now, or one of several (`pending,overdue`); with several a page may hold fewer than `limit` while there are more. */
      status?: string;
      /** Filter: created at or after this instant. In UTC, too, its year has four digits. */
      createdFrom?: string;
      /** Filter: created before this instant. In UTC, too, its year has four digits. */
      createdTo?: string;
      /** Filter: due on this day or later. What has no due date is not among them. */
      dueFrom?: string;
      /** Filter: due on this day or before. */
      dueTo?: string;
      /** Filter: the beginning of words of the reference (`1001` finds `INV-1001`) or of the customer’s names, case and accents aside; or a phone or an email. Found seconds after the create; at most the first 1,000 that match. */
      search?: string;
      /** `newest` (the default); or only what is owed, also by what has expired: `dueDate` has what is due first first, without what has no due date, and `outstanding` the most of a `currency` first. Seconds behind. Not with `reference`, `contact` or `search`. */
      order?: "newest" | "dueDate" | "outstanding";
      /** Of the order `outstanding`, which needs it. */
      currency?: string;
      /** The `nextCursor` of the page before. Only with the same filter, while `limit` may differ. */
      cursor?: string;
    };
    answer: CollectionsResponse;
  };
  /** Read one collection. */
  'GET /public/collections/{id}': {
    path: { id: string };
    answer: CollectionResponse;
  };
  /** Correct a collection that can still be paid. */
  'PATCH /public/collections/{id}': {
    path: { id: string };
    body: UpdateCollectionRequest;
    answer: CollectionResponse;
  };
  /** Change the status of a collection. */
  'PATCH /public/collections/{id}/status': {
    path: { id: string };
    body: UpdateCollectionStatusRequest;
    answer: CollectionResponse;
  };
  /** Make a collection payable again that has expired or was cancelled. */
  'POST /public/collections/{id}/reopen': {
    path: { id: string };
    body: ReopenCollectionRequest;
    answer: CollectionResponse;
  };
  /** List the payments, refunds and disputes of a collection. */
  'GET /public/collections/{id}/payments': {
    path: { id: string };
    answer: PaymentsResponse;
  };
  /** Record money that reached you elsewhere, or that you gave back. */
  'POST /public/collections/{id}/payments': {
    path: { id: string };
    body: RecordPaymentRequest;
    answer: PaymentResponse;
  };
  /** Move money to another collection of the customer. */
  'POST /public/collections/{id}/payments/{paymentId}/move': {
    path: { id: string };
    body: MovePaymentRequest;
    answer: PaymentResponse;
  };
  /** Ask for less: a credit. */
  'POST /public/collections/{id}/credits': {
    path: { id: string };
    body: CreditCollectionRequest;
    answer: PaymentResponse;
  };
  /** Read the follow-up plan of a collection and what became of it. */
  'GET /public/collections/{id}/follow-ups': {
    path: { id: string };
    answer: FollowUpPlanResponse;
  };
  /** Pause the follow-ups of a collection. */
  'POST /public/collections/{id}/follow-ups/pause': {
    path: { id: string };
    body: PauseFollowUpsRequest;
    answer: FollowUpPlanResponse;
  };
  /** Resume the follow-ups of a collection. */
  'POST /public/collections/{id}/follow-ups/resume': {
    path: { id: string };
    answer: FollowUpPlanResponse;
  };
  /** Send one reminder more, now. */
  'POST /public/collections/{id}/follow-ups/send': {
    path: { id: string };
    body: SendFollowUpRequest;
    answer: FollowUpPlanResponse;
  };
  /** See the reminder that would be sent now. */
  'POST /public/collections/{id}/follow-ups/send/preview': {
    path: { id: string };
    body: SendFollowUpRequest;
    answer: ReminderPreviewResponse;
  };
  /** Record that the customer promised to pay. */
  'POST /public/collections/{id}/promise': {
    path: { id: string };
    body: PromisePaymentRequest;
    answer: CollectionResponse;
  };
  /** Take back a promise to pay. */
  'DELETE /public/collections/{id}/promise': {
    path: { id: string };
    answer: CollectionResponse;
  };
  /** Write to the customer. */
  'POST /public/collections/{id}/messages': {
    path: { id: string };
    body: SendMessageRequest;
    answer: CollectionResponse;
  };
  /** Decide on what a customer says was paid. */
  'POST /public/collections/{id}/claims/{claimId}': {
    path: { id: string; claimId: string };
    body: DecideClaimRequest;
    answer: CollectionResponse;
  };
  /** Resolve what a customer says is wrong. */
  'POST /public/collections/{id}/disputes/{disputeId}': {
    path: { id: string; disputeId: string };
    body: ResolveDisputeRequest;
    answer: CollectionResponse;
  };
  /** List what needs a person. */
  'GET /public/attention': {
    query: {
      /** Only items with this reason. */
      reason?: "replied" | "claimed_paid" | "disputed" | "link_requested" | "promise_broken" | "never_reached" | "expired_unpaid" | "overpaid" | "over_limit" | "charged_back" | "text_unused";
      /** Only items that this person has taken. */
      assignee?: string;
      /** Where the page before ended: its `meta.nextCursor`. */
      cursor?: string;
      /** How many items, at most 100. */
      limit?: number;
    };
    answer: AttentionListResponse;
  };
  /** Take, remark on, put off or end what needs a person. */
  'PATCH /public/attention/{id}': {
    path: { id: string };
    body: UpdateAttentionRequest;
    answer: AttentionResponse;
  };
  /** See the follow-up plan that a create would lead to. */
  'POST /public/follow-ups/preview': {
    body: PreviewFollowUpsRequest;
    answer: FollowUpPlanResponse;
  };
  /** List or find customers. */
  'GET /public/customers': {
    query: {
      /** The beginning of first or last names, case and accents aside, in any script; or a phone (read with the country of the account) or an email. Write `+` as `%2B`. Found seconds after the create; at most the first 1,000 that match. */
      search?: string;
      /** `newest` (by the first collection of each, the default), `name` (first name first), or `outstanding`: those who owe something in `currency`, the most first (`owed`, so with what has expired). With `search` those who owe nothing come last. */
      order?: "newest" | "name" | "outstanding";
      /** Of the order `outstanding`. May be left out while your newest customers owe in one currency only. Alone it asks for that order. */
      currency?: string;
      /** How many customers a page has, 1 to 100. Default 10. */
      limit?: number;
      /** The `nextCursor` of the page before. Only with the same parameters, while `limit` may differ. */
      cursor?: string;
    };
    answer: CustomersResponse;
  };
  /** Read one customer. */
  'GET /public/customers/{id}': {
    path: { id: string };
    answer: CustomerResponse;
  };
  /** Correct a customer everywhere. */
  'PATCH /public/customers/{id}': {
    path: { id: string };
    body: UpdateCustomerRequest;
    answer: CustomerResponse;
  };
  /** Read the statement of a customer. */
  'GET /public/customers/{id}/statement': {
    path: { id: string };
    query: {
      /** The first day, a day of the account's country, such as `2026-11-01`. 30 days up to `to` by default. */
      from?: string;
      /** The last day, a day of the account's country, such as `2026-11-01`. Today by default. */
      to?: string;
      /** Only this currency, an ISO 4217 code. All by default. */
      currency?: string;
    };
    answer: StatementResponse;
  };
  /** Pause the reminders to a customer. */
  'POST /public/customers/{id}/follow-ups/pause': {
    path: { id: string };
    answer: CustomerResponse;
  };
  /** Resume the reminders to a customer. */
  'POST /public/customers/{id}/follow-ups/resume': {
    path: { id: string };
    answer: CustomerResponse;
  };
  /** Add a payment provider. */
  'POST /public/providers': {
    body: CreateProviderRequest;
    answer: ProviderResponse;
  };
  /** List payment providers. */
  'GET /public/providers': {
    answer: ProvidersResponse;
  };
  /** Read one payment provider. */
  'GET /public/providers/{id}': {
    path: { id: string };
    answer: ProviderResponse;
  };
  /** Rename, enable or disable a payment provider. */
  'PATCH /public/providers/{id}': {
    path: { id: string };
    body: UpdateProviderRequest;
    answer: ProviderResponse;
  };
  /** Add a webhook endpoint. */
  'POST /public/webhook-endpoints': {
    body: CreateWebhookEndpointRequest;
    answer: WebhookEndpointWithSecretResponse;
  };
  /** List webhook endpoints. */
  'GET /public/webhook-endpoints': {
    answer: WebhookEndpointsResponse;
  };
  /** Read one webhook endpoint. */
  'GET /public/webhook-endpoints/{id}': {
    path: { id: string };
    answer: WebhookEndpointResponse;
  };
  /** Change, pause or enable a webhook endpoint. */
  'PATCH /public/webhook-endpoints/{id}': {
    path: { id: string };
    body: UpdateWebhookEndpointRequest;
    answer: WebhookEndpointResponse;
  };
  /** Delete a webhook endpoint. */
  'DELETE /public/webhook-endpoints/{id}': {
    path: { id: string };
    answer: WebhookEndpointResponse;
  };
  /** Make a new secret for a webhook endpoint. */
  'POST /public/webhook-endpoints/{id}/rotate-secret': {
    path: { id: string };
    body: RotateWebhookSecretRequest;
    answer: WebhookEndpointWithSecretResponse;
  };
  /** Send a ping to a webhook endpoint. */
  'POST /public/webhook-endpoints/{id}/ping': {
    path: { id: string };
    answer: PingResponse;
  };
  /** Send the events of some time again. */
  'POST /public/webhook-endpoints/{id}/replay': {
    path: { id: string };
    body: ReplayDeliveriesRequest;
    answer: ReplayResponse;
  };
  /** List the deliveries of a webhook endpoint. */
  'GET /public/webhook-endpoints/{id}/deliveries': {
    path: { id: string };
    query: {
      /** Only deliveries that have this status now. */
      status?: "waiting" | "sending" | "held" | "delivered" | "failed";
      /** The `nextCursor` of an earlier answer, of the same `status`. When absent, from the newest. */
      cursor?: string;
      /** How many deliveries a page has, 1 to 100. Default 20. */
      limit?: number;
    };
    answer: WebhookDeliveriesResponse;
  };
  /** List the events of the last 30 days. */
  'GET /public/events': {
    query: {
      /** The `nextCursor` of an earlier answer, of the same `type`. When absent, from the beginning. */
      after?: string;
      /** How many events a page has, 1 to 100. Default 50. */
      limit?: number;
      /** Only events of this type. */
      type?: "collection.created" | "collection.updated" | "collection.completed" | "collection.cancelled" | "collection.overdue" | "collection.expired" | "collection.reopened" | "payment_option.failed" | "payment_option.tried_too_often" | "payment.received" | "payment.unexpected" | "payment.refunded" | "payment.refund_failed" | "payment.disputed" | "payment.dispute_lost" | "payment.dispute_won" | "payment.reversed" | "payment.rejected" | "payment.moved" | "collection.credited" | "followup.sent" | "followup.delivered" | "followup.read" | "followup.failed" | "followup.unknown" | "followup.skipped" | "followup.stopped" | "followup.paused" | "followup.resumed" | "followup.withdrawn" | "promise.made" | "promise.broken" | "promise.withdrawn" | "claim.made" | "claim.accepted" | "claim.rejected" | "dispute.opened" | "dispute.resolved" | "contact.replied" | "contact.opted_out" | "contact.opted_in" | "link.requested" | "contact.over_limit" | "message.sent" | "message.failed" | "webhook_endpoint.failing" | "webhook_endpoint.disabled";
    };
    answer: EventsResponse;
  };
  /** Read the journal. */
  'GET /public/journal': {
    query: {
      /** The first day, a day of the account's country, such as `2026-11-01`. 30 days up to `to` by default. */
      from?: string;
      /** The last day, a day of the account's country, such as `2026-11-01`. Today by default. */
      to?: string;
      /** Only this currency, an ISO 4217 code. All by default. */
      currency?: string;
      /** Only of this customer, by id. */
      customer?: string;
      /** Only entries of this kind. */
      kind?: "asked" | "corrected" | "received" | "returned" | "restored" | "moved" | "credited" | "written_off" | "reinstated" | "overpaid";
      /** How many entries a page has, 1 to 100. Default 50. */
      limit?: number;
      /** The `nextCursor` of the page before. Only with the same parameters, while `limit` may differ. */
      cursor?: string;
    };
    answer: JournalResponse;
  };
  /** List the payments of all collections. */
  'GET /public/payments': {
    query: {
      /** The first day, a day of the account's country, such as `2026-11-01`. 30 days up to `to` by default. */
      from?: string;
      /** The last day, a day of the account's country, such as `2026-11-01`. Today by default. */
      to?: string;
      /** Only this currency, an ISO 4217 code. All by default. */
      currency?: string;
      /** Only of this customer, by id. */
      customer?: string;
      /** Only entries of this kind. */
      kind?: "received" | "returned" | "restored";
      /** How many entries a page has, 1 to 100. Default 50. */
      limit?: number;
      /** The `nextCursor` of the page before. Only with the same parameters, while `limit` may differ. */
      cursor?: string;
    };
    answer: JournalResponse;
  };
  /** See what is owed. */
  'GET /public/insights/book': {
    query: {
      /** Only this currency, an ISO 4217 code. All by default. */
      currency?: string;
      /** As at the end of a day of the account's country, such as `2026-11-01`. Now by default. */
      at?: string;
      /** The last days of each age, rising, at most nine. `7,30,60,90` by default. */
      bands?: string;
      /** With `customer` the answer has `customers`, too: who owes how much since when, a page at a time. */
      by?: "customer";
      /** Of `by=customer`: how many customers are looked at for a page, 1 to 100. Default 25. */
      limit?: number;
      /** Of `by=customer`: the `nextCursor` of the page before. Only with the same parameters, while `limit` may differ. */
      cursor?: string;
    };
    answer: BookResponse;
  };
  /** See how money came and went. */
  'GET /public/insights/flow': {
    query: {
      /** The first day, a day of the account's country, such as `2026-11-01`. 30 days up to `to` by default. */
      from?: string;
      /** The last day, a day of the account's country, such as `2026-11-01`. Today by default. */
      to?: string;
      /** How long a step is; a week begins on Monday. */
      by?: "day" | "week" | "month";
      /** Only this currency, an ISO 4217 code. All by default. */
      currency?: string;
    };
    answer: FlowResponse;
  };
  /** See what followed your reminders. */
  'GET /public/insights/recovery': {
    query: {
      /** The first day, a day of the account's country, such as `2026-11-01`. 30 days up to `to` by default. */
      from?: string;
      /** The last day, a day of the account's country, such as `2026-11-01`. Today by default. */
      to?: string;
      /** What the rows tell apart; `weekdayHour` has rows such as `monday-09`, `amountBand` such as `NGN 1000-9999`. */
      by?: "channel" | "tone" | "attempt" | "hour" | "weekday" | "country" | "amountBand" | "weekdayHour";
      /** Only this currency, an ISO 4217 code. All by default. */
      currency?: string;
    };
    answer: RecoveryResponse;
  };
  /** See what reminders bring. */
  'GET /public/insights/experiment': {
    answer: ExperimentResponse;
  };
  /** Hold out a share of the customers. */
  'PUT /public/insights/experiment': {
    body: SetExperimentRequest;
    answer: ExperimentResponse;
  };
  /** See the account and its settings. */
  'GET /public/account': {
    answer: AccountResponse;
  };
  /** Change the settings of the account. */
  'PATCH /public/account': {
    body: UpdateAccountRequest;
    answer: AccountResponse;
  };
  /** See the rules for follow-ups. */
  'GET /public/follow-up-policy': {
    answer: FollowUpPolicyResponse;
  };
  /** Set the rules for follow-ups. */
  'PUT /public/follow-up-policy': {
    body: SetFollowUpPolicyRequest;
    answer: FollowUpPolicyResponse;
  };
  /** Try rules before they are set. */
  'POST /public/follow-up-policy/rehearsal': {
    body: RehearsePolicyRequest;
    answer: RehearsalResponse;
  };
  /** See the last rehearsal. */
  'GET /public/follow-up-policy/rehearsal': {
    answer: RehearsalResponse;
  };
  /** See the last and the next reminders. */
  'GET /public/follow-ups': {
    query: {
      /** 1 to 100 ids of collections, each once, with commas between them. Without any, the answer is empty. */
      collections?: string;
    };
    answer: RemindersListResponse;
  };
  /** See what goes out next. */
  'GET /public/follow-ups/agenda': {
    query: {
      /** The first day, where the account is; today by default. */
      from?: string;
      /** The last day, at most 59 days from today; 13 days from the first by default. */
      to?: string;
    };
    answer: AgendaResponse;
  };
  /** Set the logo. */
  'PUT /public/account/logo': {
    body: SetLogoRequest;
    answer: AccountResponse;
  };
  /** List the texts of the account. */
  'GET /public/texts': {
    answer: TextsResponse;
  };
  /** See a text and its versions. */
  'GET /public/texts/{language}/{channel}/{kind}': {
    path: { language: string; channel: string; kind: string };
    answer: TextResponse;
  };
  /** Save a text. */
  'PUT /public/texts/{language}/{channel}/{kind}': {
    path: { language: string; channel: string; kind: string };
    body: SetTextRequest;
    answer: TextResponse;
  };
  /** Take a text back. */
  'DELETE /public/texts/{language}/{channel}/{kind}': {
    path: { language: string; channel: string; kind: string };
    answer: TextResponse;
  };
  /** Try a text. */
  'POST /public/texts/{language}/{channel}/{kind}/preview': {
    path: { language: string; channel: string; kind: string };
    body: PreviewTextRequest;
    answer: TextPreviewResponse;
  };
  /** Read this description. */
  'GET /openapi.json': {
    answer: OpenApiDocument;
  };
}
