/** The dialogs that ask for a day: pause until, promised by, more time. */
import { useSignal } from '@preact/signals';
import { expiresAt } from '#lib/web/console/timeline.ts';
import { Field } from '#lib/web/kit/field.tsx';
import { Button } from '#lib/web/kit/parts.tsx';
import { ask } from './api.ts';
import { checkPhone } from './check-phone.ts';
import type { ActionProps } from './detail.ts';
import { ActionDialog } from './dialog.tsx';
import type { Faults } from './faults.ts';
import { language, now, words } from './state.ts';
import { dayOf, daysAfter, endOfDay, instantOf, minuteOf, usualDays } from './typed-values.ts';

const PARTS = ['firstName', 'lastName', 'phone', 'email'] as const;
type Draft = Record<(typeof PARTS)[number], string>;

const TYPES = { firstName: 'text', lastName: 'text', phone: 'tel', email: 'email' } as const;

export function ContactDialog({ collection: { id, contact, amount }, done, reload, onClose }: ActionProps) {
  const { intro, done: text } = words.value.contact;
  const save = async (changes: Partial<Draft>) => {
    await ask('PATCH', `public/collections/${id}`, { body: { contact: changes } });
    await done(text);
  };
  return <CorrectionDialog {...{ contact, amount, intro, save, onClose }} onRefused={reload} />;
}

type CorrectionProps = {
  contact: Draft;
  /** What messages about it would be planned for, to ask whether the phone can be reached. */
  amount: { value: number; currency: string };
  intro: string;
  save: (changes: Partial<Draft>) => Promise<void>;
  onRefused: () => void;
  onClose: () => void;
};

export function CorrectionDialog({ contact, amount, intro, save, onRefused, onClose }: CorrectionProps) {
  const known = useSignal<readonly string[]>([]);
  const { firstName, lastName, phone, email } = contact;
  const draft = useSignal<Draft>({ firstName, lastName, phone, email });
  const changed = PARTS.filter((part) => draft.value[part].trim() !== contact[part]);
  const { contact: texts } = words.value;
  const send = async () => {
    if (changed.includes('phone')) await checkPhone({ contact: draft.value, amount }, known);
    await save(Object.fromEntries(changed.map((part) => [part, draft.value[part]])));
  };
  const { title } = texts;
  const submit = known.value.includes(draft.value.phone) ? words.value.typedPhone.anyway : texts.submit;
  return (
    <ActionDialog {...{ title, intro, submit, isReady: changed.length > 0, send, onRefused, onClose }}>
      {(faults) => (
        <>
          {PARTS.map((part) => (
            <Field
              key={part}
              name={part}
              label={texts[part]}
              type={TYPES[part]}
              value={draft.value[part]}
              fault={faults[`contact.${part}`] ?? faults[part]}
              onInput={(value) => {
                draft.value = { ...draft.value, [part]: value };
              }}
            />
          ))}
          {changed.length === 0 && <p class="small">{texts.unchanged}</p>}
        </>
      )}
    </ActionDialog>
  );
}

export function PauseDialog({ collection: { id }, done, reload, onClose }: ActionProps) {
  const until = useSignal(minuteOf(daysAfter(now.peek(), 1)));
  const isOpen = useSignal(false);
  const { pause } = words.value;
  const { title, intro, submit } = pause;
  const at = instantOf(until.value);
  const send = async () => {
    const body = isOpen.value ? {} : { until: at };
    await ask('POST', `public/collections/${id}/follow-ups/pause`, { body });
    await done(pause.done);
  };
  const isReady = isOpen.value || at !== undefined;
  return (
    <ActionDialog {...{ title, intro, submit, isReady, send, onClose }} onRefused={reload}>
      {(faults) => (
        <>
          <Field
            name="until"
            label={pause.until}
            type="datetime-local"
            min={minuteOf(now.value)}
            value={until.value}
            disabled={isOpen.value}
            fault={faults['until']}
            onInput={(value) => {
              until.value = value;
            }}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={isOpen.value}
              onChange={({ currentTarget }) => {
                isOpen.value = currentTarget.checked;
              }}
            />
            {pause.open}
          </label>
        </>
      )}
    </ActionDialog>
  );
}

/** `payBy`: the day that the customer named. */
export function PromiseDialog({
  collection: { id, contact },
  done,
  reload,
  onClose,
  payBy,
}: ActionProps & { payBy?: string }) {
  const day = useSignal(dayOf(payBy === undefined ? daysAfter(now.peek(), 1) : Date.parse(payBy)));
  const { promise } = words.value;
  const { intro, submit } = promise;
  const send = async () => {
    await ask('POST', `public/collections/${id}/promise`, { body: { payBy: endOfDay(day.value) } });
    await done(promise.done);
  };
  const title = promise.title(contact.firstName);
  return (
    <ActionDialog {...{ title, intro, submit, isReady: day.value !== '', send, onClose }} onRefused={reload}>
      {(faults) => (
        <>
          <DayField label={promise.day} name="payBy" min={now.value} day={day} faults={faults} />
          <div class="buttons">
            {usualDays(now.value).map((usual) => (
              <Button
                key={usual.name}
                pressed={day.value === usual.day}
                onClick={() => {
                  day.value = usual.day;
                }}
              >
                {dayName(usual.name)}
              </Button>
            ))}
          </div>
        </>
      )}
    </ActionDialog>
  );
}

/** Any Friday: the first one of 2027. */
const A_FRIDAY = new Date(2027, 0, 1);

function dayName(name: ReturnType<typeof usualDays>[number]['name']): string {
  const near = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' });
  switch (name) {
    case 'today':
      return near.format(0, 'day');
    case 'tomorrow':
      return near.format(1, 'day');
    case 'friday':
      return new Intl.DateTimeFormat(language.value, { weekday: 'long' }).format(A_FRIDAY);
    case 'monthEnd':
      return words.value.promise.monthEnd;
  }
}

const MINUTE = 60_000;

export function ExtendDialog({ collection, done, reload, onClose }: ActionProps) {
  const ends = expiresAt(collection);
  const day = useSignal(dayOf(daysAfter(ends, 7)));
  const { extend } = words.value;
  const { title, submit } = extend;
  const send = async () => {
    // The service counts the minutes from the creation.
    const length = Date.parse(endOfDay(day.value)) - Date.parse(collection.createdAt);
    const body = { expiresIn: Math.ceil(length / MINUTE) };
    await ask('PATCH', `public/collections/${collection.id}`, { body });
    await done(extend.done);
  };
  return (
    <ActionDialog {...{ title, submit, isReady: day.value > dayOf(ends), send, onClose }} onRefused={reload}>
      {(faults) => <DayField label={extend.until} name="expiresIn" min={ends} day={day} faults={faults} />}
    </ActionDialog>
  );
}

type DayProps = { label: string; name: string; min?: number; day: { value: string }; faults: Faults };

export const DayField = ({ label, name, min, day, faults }: DayProps) => (
  <Field
    name={name}
    label={label}
    type="date"
    {...(min !== undefined && { min: dayOf(min) })}
    value={day.value}
    fault={faults[name]}
    onInput={(value) => {
      day.value = value;
    }}
  />
);
