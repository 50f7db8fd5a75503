/** Builds a value whose fields are all named: an optional field that is forgotten does not compile. */

export type EveryField<T> = { [Field in keyof T]-?: T[Field] | undefined };

/** The fields that are undefined are left out. */
export const fromFields = <T extends object>(fields: EveryField<T>): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
