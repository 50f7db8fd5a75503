/** The service of a create on the real table, with a fake provider that opens everything. */

import { OPENED } from '#test/support/a-payment.ts';
import { aService } from '#test/support/a-service.ts';

type Service = ReturnType<typeof aService>;

const opens: Service['openSession'] = async (_target, method) => ({ kind: 'opened', option: OPENED[method] });

export const creating = (openSession: Service['openSession'] = opens): Service => ({ ...aService(), openSession });
