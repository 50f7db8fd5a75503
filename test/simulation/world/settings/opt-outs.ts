/** An operator records opt-outs and takes them back; the list shows all of them. */
import { addOptOut, listOptOuts, removeOptOut } from '#infra/cli/commands/opt-outs.ts';
import { answerOf, isoNow, type State, type Step, same } from './state.ts';

/** Addresses that nobody else in the world has. */
const ADDRESSES = [
  { phone: '+2349099990001', channels: ['sms', 'whatsapp'] },
  { phone: '+2349099990002', channels: ['sms', 'whatsapp'] },
  { email: 'nobody@settings.example', channels: ['email'] },
  { email: 'someone@settings.example', channels: ['email'] },
] as const;

export const say: Step = async (state) => {
  const { channels, ...given } = state.random.pick(ADDRESSES);
  const address = 'phone' in given ? given.phone : given.email;
  const isOut = state.random.bool(0.7);
  await answerOf(isOut ? addOptOut : removeOptOut, given);
  for (const channel of channels)
    if (isOut) state.optedOut.set(`${channel}#${address}`, isoNow(state));
    else state.optedOut.delete(`${channel}#${address}`);
};

type OptOut = { channel: string; address: string; optedOutAt: string; by: string };

/** All of them, page by page, by channel and address. */
export async function lookAtOptOuts(state: State): Promise<void> {
  const found: OptOut[] = [];
  let after: string | null = null;
  do {
    const page: { optOuts: OptOut[]; next: string | null } = await answerOf(listOptOuts, {
      limit: '2',
      ...(after !== null && { after }),
    });
    if (page.optOuts.length > 2) state.world.violate(14, 'opt-outs list: a page has more than was asked for');
    found.push(...page.optOuts);
    after = page.next;
  } while (after !== null);
  const places = found.map(({ channel, address }) => `${channel}#${address}`);
  same(state, 'the order of opt-outs', places, [...new Set(places)].toSorted());
  const own = found.filter(({ address }) => /settings\.example$|9099990/.test(address));
  const right = [...state.optedOut].map(([place, at]) => [place, at, 'operator']).toSorted();
  same(
    state,
    'opt-outs list',
    own.map(({ channel, address, optedOutAt, by }) => [`${channel}#${address}`, optedOutAt, by]),
    right,
  );
}
