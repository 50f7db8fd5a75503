/** Debts with a due day, built as a create builds them, and their plans. */
import { buildCollection } from '#lib/domain/build-collection.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { explainPlan } from '#lib/domain/follow-up/explain.ts';
import type { GivenFollowUp } from '#lib/domain/follow-up/follow-up.ts';
import { parsePhone, zonesOf } from '#lib/domain/phone.ts';
import { toLocal } from '#lib/domain/time/local-time.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/time/time-units.ts';
import { aContact, anAccount } from '#test/support/a-collection.ts';

type Given = {
  now?: string;
  dueDate?: string;
  expiresIn?: number;
  followUp?: GivenFollowUp;
  country?: string;
  phone?: string;
  reference?: string;
  minor?: number;
};

export function aDebt(given: Given) {
  const {
    now = '2026-03-02T09:00:00.000Z',
    country = 'NG',
    phone: typed = '+2348031234567',
    minor = 4_500_000,
  } = given;
  const { dueDate, expiresIn, followUp, reference = 'INV-1' } = given;
  const account = anAccount({ country });
  const phone = parsePhone(typed, country);
  const body = {
    reference,
    amount: { minor, currency: 'NGN' },
    ...{ dueDate, expiresIn, followUp },
    payable: { enabled: true, methods: ['payment_link' as const] },
  };
  const around = { account, contact: aContact({ phone: phone.text }), phone, availableChannels: CHANNELS };
  const collection = buildCollection(body, around, new Date(now));
  const setting = { account, phone, availableChannels: CHANNELS, optedOut: [] };
  return { collection, setting, plan: explainPlan(collection, setting), zones: zonesOf(phone) };
}

/** Days between the due day and a slot, in each of the person's zones, and its hour there. */
export const localSlots = ({ plan, zones, collection }: ReturnType<typeof aDebt>) =>
  plan.slots.map(({ dueAt, tone }) => ({
    days: zones.map((zone) => Math.floor(toLocal(zone, Date.parse(dueAt)) / DAY_MS) - (collection.dueDay ?? 0)),
    hours: zones.map((zone) => (toLocal(zone, Date.parse(dueAt)) % DAY_MS) / HOUR_MS),
    tone,
  }));
