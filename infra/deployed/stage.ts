/** The stage that the test deploys, and where it answers. */

/** A short name: CloudFormation cuts the names of functions at 64 characters, and tests find them by their ends. */
export const STAGE = 'one';

/** The name of a stack of the stage. */
export const stackOf = (part: string): string => `collections-${STAGE}-${part}`;

/** In the emulator, a tag sets the id of an API. */
export const API_ID = `collections-${STAGE}`;

export const baseUrlOf = (emulator: string): string => `${emulator}/restapis/${API_ID}/live/_user_request_`;
