/** The sessions at payment providers and the options to pay, as they are stored. */

import type { OpenedBy, ProviderOption } from '#lib/domain/payment/payment-option.ts';
import type { OpenedSession, Session } from '#lib/domain/payment/session.ts';
import { money } from '#lib/store/collection/terms.ts';
import {
  type Check,
  flag,
  instant,
  integer,
  list,
  named,
  object,
  oneOf,
  optional,
  text,
  variant,
} from '#lib/store/table/checks.ts';

const sessionMethod = named<keyof OpenedBy>({
  checkout: true,
  card: true,
  virtual_account: true,
  bank_transfer: true,
  mobile_money: true,
});

export const session = object<Session>({
  method: sessionMethod,
  provider: text,
  key: optional(text),
  ended: optional(flag),
  reservedAt: optional(instant),
  opened: optional(object<OpenedSession>({ minor: integer, until: instant, link: optional(text) })),
  shares: optional(list(text)),
  codes: optional(integer),
});

const bankAccount = {
  bankName: text,
  accountNumber: text,
  accountName: text,
  expiresAt: instant,
  amount: optional(money),
  asked: optional(money),
};

type Option<Method extends ProviderOption['method']> = ProviderOption & { method: Method };

export const option = variant<ProviderOption>('method', {
  card: object<Option<'card'>>({ method: oneOf(['card']), link: text, expiresAt: instant }),
  virtual_account: object<Option<'virtual_account'>>({ method: oneOf(['virtual_account']), ...bankAccount }),
  bank_transfer: object<Option<'bank_transfer'>>({ method: oneOf(['bank_transfer']), ...bankAccount }),
  mobile_money: object<Option<'mobile_money'>>({
    method: oneOf(['mobile_money']),
    provider: text,
    phone: text,
    instructions: text,
    expiresAt: instant,
    needsCode: optional(flag as Check<true>),
    asked: optional(money),
  }),
} satisfies { [Method in ProviderOption['method']]: Check<Option<Method>> });
