/** Who of the merchant's people did something: a member of the account, by the name he or she had then. */
export type By = { id: string; name: string };
