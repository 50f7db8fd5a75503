/** A field for an amount: it repeats the sum that it understands, and asks where there could be two. */
import { Field } from '#lib/web/kit/field.tsx';
import { Button } from '#lib/web/kit/parts.tsx';
import { teller, words } from './state.ts';
import { readAmount } from './typed-values.ts';

type Props = {
  label: string;
  value: string;
  currency: string;
  fault: string | undefined;
  required?: boolean;
  onInput: (value: string) => void;
};

const CODE = /^[A-Z]{3}$/;

export function AmountField({ currency: typed, fault, value, onInput, ...field }: Props) {
  const currency = typed.trim().toUpperCase();
  const read = readAmount(value, currency);
  const { ask, unclear } = words.value.typedAmount;
  const sum = (each: number) => (CODE.test(currency) ? teller.value.money({ value: each, currency }) : String(each));
  const faults = { amount: fault, empty: fault, none: fault && unclear, ambiguous: ask };
  return (
    <div>
      <Field
        name="amount"
        inputMode="decimal"
        {...field}
        {...{ value, onInput }}
        hint={read.kind === 'amount' ? sum(read.value) : undefined}
        fault={faults[read.kind]}
        isJudgedHere={read.kind === 'ambiguous'}
      />
      {read.kind === 'ambiguous' && (
        <div class="buttons">
          {read.values.map((each) => (
            <Button key={each} onClick={() => onInput(String(each))}>
              {sum(each)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
