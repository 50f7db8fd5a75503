/** Fields of a form: each with its label, and what is wrong with it beside it. */
import type { ComponentChildren, InputHTMLAttributes } from 'preact';

type InputProps = {
  value: string;
  type?: 'text' | 'tel' | 'email' | 'date' | 'datetime-local' | 'number';
  inputMode?: 'decimal';
  autocapitalize?: 'characters';
  maxLength?: number;
  min?: string;
  max?: string;
  /** The id of a list of suggestions. */
  list?: string;
  required?: boolean;
  disabled?: boolean;
};

type FieldProps = InputProps & {
  name: string;
  label: string;
  hint?: string | undefined;
  fault?: string | undefined;
  onInput: (value: string) => void;
};

export function Field({ name, label, hint, fault, onInput, ...input }: FieldProps) {
  return (
    <Labelled {...{ name, label, hint, fault }}>
      <input
        id={`field-${name}`}
        name={name}
        autoComplete="off"
        {...(input as InputHTMLAttributes)}
        {...described(name, hint, fault)}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </Labelled>
  );
}

type TextAreaProps = Pick<FieldProps, 'name' | 'label' | 'fault' | 'value' | 'maxLength' | 'onInput'>;

export function TextArea({ name, label, fault, onInput, ...input }: TextAreaProps) {
  return (
    <Labelled {...{ name, label, fault }}>
      <textarea
        id={`field-${name}`}
        name={name}
        rows={4}
        {...input}
        {...described(name, undefined, fault)}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </Labelled>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  options: Readonly<Record<string, string>>;
  value: string;
  fault?: string | undefined;
  onInput: (value: string) => void;
};

export function Choice({ name, label, options, value, fault, onInput }: ChoiceProps) {
  return (
    <Labelled {...{ name, label, fault }}>
      <select
        id={`field-${name}`}
        name={name}
        value={value}
        {...described(name, undefined, fault)}
        onChange={({ currentTarget }) => onInput(currentTarget.value)}
      >
        {Object.entries(options).map(([code, text]) => (
          <option key={code} value={code} selected={code === value}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

type LabelledProps = Pick<FieldProps, 'name' | 'label' | 'fault'> & {
  hint?: string | undefined;
  children: ComponentChildren;
};

const Labelled = ({ name, label, hint, fault, children }: LabelledProps) => (
  <div class="field">
    <label for={`field-${name}`}>{label}</label>
    {children}
    {hint !== undefined && (
      <p class="small" id={`hint-${name}`}>
        {hint}
      </p>
    )}
    {fault !== undefined && (
      <p class="fault" id={`fault-${name}`}>
        {fault}
      </p>
    )}
  </div>
);

function described(name: string, hint: string | undefined, fault: string | undefined) {
  const by = [hint !== undefined && `hint-${name}`, fault !== undefined && `fault-${name}`].filter(Boolean).join(' ');
  return { ...(by !== '' && { 'aria-describedby': by }), ...(fault !== undefined && { 'aria-invalid': true }) };
}
