/** After a form was refused: the first field that has to be changed gets the focus. */
export const showFault = () => setTimeout(() => document.querySelector<HTMLElement>('form [aria-invalid]')?.focus());
