/** Loads the provider gateway at its first use, because most invocations call no provider. */

type Gateway = typeof import('./gateway.ts');

const gateway = () => import('./gateway.ts');

export const openSession: Gateway['openSession'] = async (...asked) => (await gateway()).openSession(...asked);

export const findMovements: Gateway['findMovements'] = async (...asked) => (await gateway()).findMovements(...asked);

export const closeSession: Gateway['closeSession'] = async (...asked) => (await gateway()).closeSession(...asked);

export const submitCode: Gateway['submitCode'] = async (...asked) => (await gateway()).submitCode(...asked);
