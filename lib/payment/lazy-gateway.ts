/** The gateway to the providers, loaded at its first use: most invocations of a function that may need it do not. */

type Gateway = typeof import('./gateway.ts');

const gateway = () => import('./gateway.ts');

export const openSession: Gateway['openSession'] = async (...asked) => (await gateway()).openSession(...asked);

export const findPayments: Gateway['findPayments'] = async (...asked) => (await gateway()).findPayments(...asked);
