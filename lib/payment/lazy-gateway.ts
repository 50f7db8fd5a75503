/** Loads the provider gateway at its first use, because most invocations call no provider. */

type Gateway = typeof import('./gateway.ts');

const gateway = () => import('./gateway.ts');

export const openSession: Gateway['openSession'] = async (...asked) => (await gateway()).openSession(...asked);

export const findPayments: Gateway['findPayments'] = async (...asked) => (await gateway()).findPayments(...asked);
