/** Invariant 14: every change, answer and message is one that the model of the contract allows. */

import { isWatched } from '#test/simulation/world/unwatched.ts';
import { followChange } from './contract/follow-changes.ts';
import { judgeAnswer } from './contract/judge-answer.ts';
import { judgeEnd } from './contract/judge-end.ts';
import { judgeMessage } from './contract/judge-message.ts';
import { judgeOrders } from './contract/judge-orders.ts';
import { openRecords, type Records } from './contract/records.ts';
import { rescueLogged } from './contract/rescues.ts';
import type { Invariant } from './invariant.ts';

export const judgedByModel: Invariant = {
  number: 14,
  name: 'answers and messages are as the contract says',
  watch(world, violate) {
    let opened: Records | undefined;
    const records = (): Records => (opened ??= openRecords(world));
    const report = (faults: readonly string[]) => {
      for (const what of faults) violate(what);
    };
    return {
      changed: (change) => report(followChange(world, records(), change)),
      // What changes unwatched, the model does not know.
      answered: (answer) => report(isWatched(world) ? judgeAnswer(world, records(), answer) : []),
      ended: () => report([...judgeEnd(world, records()), ...judgeOrders(world, records())]),
      logged: (line) => report(rescueLogged(world, line)),
      sent: (message) => report(judgeMessage(world, records(), message)),
    };
  },
};
