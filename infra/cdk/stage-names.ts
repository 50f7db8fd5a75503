/** Names that the stacks give, so that the command line finds what a stage has. */

/** Of the key that encrypts the credentials of payment providers. */
export const credentialsKeyAlias = (stage: string): string => `alias/collections-${stage}-credentials`;

/** Of the secret with the keys for the checksum of API keys. */
export const checksumSecretName = (stage: string): string => `collections-${stage}-api-key-checksum`;
