/** Who of the merchant's people did something: a member of the account, by the name he or she had then. */
export type By = { id: string; name: string };

/** The part of an event that names the member of the account who made the change; empty for a change that no member made. */
export const memberAsActor = (member: By | undefined): { data?: { actor: 'merchant'; member: By } } =>
  member === undefined ? {} : { data: { actor: 'merchant', member } };
