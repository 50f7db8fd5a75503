/** Asks about a sum that is more than what is left to pay: it may have been recorded already. */
import { words } from './state.ts';

type TooMuchProps = { excess: string; sum: string; isConfirmed: { value: boolean } };

export const TooMuch = ({ excess, sum, isConfirmed }: TooMuchProps) => (
  <div class="notice wait" role="alert">
    <p>{words.value.payment.tooMuch(excess)}</p>
    <label class="check">
      <input
        type="checkbox"
        checked={isConfirmed.value}
        onChange={({ currentTarget }) => {
          isConfirmed.value = currentTarget.checked;
        }}
      />
      {words.value.payment.tooMuchAnyway(sum)}
    </label>
  </div>
);
