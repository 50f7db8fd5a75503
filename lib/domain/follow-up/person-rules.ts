/** The rules for people that hold for one collection. */
import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { type PersonRules, policyFor } from '#lib/domain/person/policy.ts';
import type { Phone } from '#lib/domain/phone.ts';
import type { Status } from '#lib/domain/transitions.ts';
import type { Whereabouts } from './country-zones.ts';

export type Located = { phone: Pick<Phone, 'country' | 'areaZone'>; account: Pick<Account, 'country'> };

/** The account's country counts if the phone shows none. */
export const whereaboutsOf = ({ phone, account }: Located): Whereabouts => ({
  country: phone.country ?? account.country,
  areaZone: phone.areaZone,
});

/** Without a status those of its plan, which does not change when the collection becomes overdue. */
export function rulesOf(
  {
    followUp,
    expiresInMinutes: windowMinutes,
    status,
  }: Pick<Collection, 'followUp' | 'expiresInMinutes'> & { status?: Status | undefined },
  located: Located,
): PersonRules {
  const isChosen = followUp.enabled && !followUp.given.includes('cadence');
  const { country } = whereaboutsOf(located);
  return policyFor({ country, isOverdue: status === 'overdue', isChosen, windowMinutes });
}
