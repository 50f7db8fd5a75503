/** Amounts as people type them. */

/** With a comma as with a point, and with spaces between the thousands. What is no number is 0, which the service refuses. */
export function numberOf(typed: string): number {
  const plain = typed
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/,(?=\d{3}(?:\D|$))/g, '')
    .replace(',', '.');
  const value = Number(plain);
  return plain !== '' && Number.isFinite(value) ? value : 0;
}
