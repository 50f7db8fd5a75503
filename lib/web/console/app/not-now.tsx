/** Why no reminder can be sent now, and when the first can. */
import { instantIn } from '#lib/web/console/format.ts';
import type { Refusal } from './api.ts';
import { language, words } from './state.ts';

export function NotNow({ refusal }: { refusal: Refusal }) {
  const { title, reasons, firstAt: first } = words.value.notNow;
  const [{ reason = '', firstAt } = {}] = refusal.faults as readonly { reason?: string; firstAt?: string }[];
  return (
    <div class="notice wait" role="alert">
      <p>
        <strong>{title}.</strong> {reasons[reason] ?? ''}
      </p>
      {firstAt !== undefined && <p>{first(instantIn(language.value)(Date.parse(firstAt)))}</p>}
    </div>
  );
}
