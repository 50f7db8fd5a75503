/** What a channel says of itself. The rest of the service asks for these facts and never for a channel by its name. */

type Environment = Readonly<Record<string, string | undefined>>;

export type ChannelFacts = Readonly<{
  name: string;
  /** Which detail of the contact is the address. A person who opts out of one phone channel means the phone. */
  reaches: 'phone' | 'email';
  /** Customers can reply, STOP too, where its sender is not `oneWay`. */
  takesReplies: boolean;
  /** Every message has a link by which to opt out: mail programs make a button of it. Else only those of a sender to which nobody can reply. */
  linksOptOut: boolean;
  /**
   * Which receipt is right where they contradict each other. An email may bounce after its delivery. WhatsApp may deliver to
   * one device what failed for another, in either order.
   */
  decisiveReceipt: 'failed' | 'delivered' | 'first';
  /** A message that was delivered and not read says something about the person: the receipts tell both. */
  tellsWhetherRead: boolean;
  /** Its receipts name a message by a second id, which this reads from the receipt's own. */
  secondMessageId?: (receiptId: string) => string;
  /** Each message costs enough to leave the channel out of plans for low amounts. */
  isCostly: boolean;
  /** Somebody else must approve the texts of each language before they can be sent. */
  textsNeedApproval: boolean;
  /** Some countries allow it on no Sunday. */
  restsOnSundays: boolean;
  /**
   * The sender that the environment names: without one, the channel is not used. An empty variable counts as absent, because
   * a stack sets an empty string for "not configured". `oneWay`: customers cannot reply to it.
   */
  readSender: (env: Environment) => (Readonly<Record<string, unknown>> & { oneWay?: boolean }) | undefined;
}>;
