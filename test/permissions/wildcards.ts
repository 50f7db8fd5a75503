/** Patterns of IAM: `*` stands for any number of characters, `?` for exactly one. */

const known = new Map<string, RegExp>();

/** @throws for a policy variable, which the evaluator does not fill in */
export function matches(pattern: string, text: string): boolean {
  if (pattern.includes('${')) throw new Error(`the evaluator does not know policy variables: ${pattern}`);
  let form = known.get(pattern);
  if (form === undefined) {
    const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    form = new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su');
    known.set(pattern, form);
  }
  return form.test(text);
}
