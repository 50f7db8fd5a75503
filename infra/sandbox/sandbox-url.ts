/** Where the sandbox provider is: on the local run's own address, so that its links outlive a restart. */
export const sandboxUrl = (baseUrl: string): string => `${baseUrl}/_local/sandbox`;
