/** Fields of a form: each with its label, and what is wrong with it beside it. */
import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useRef } from 'preact/hooks';

type InputProps = {
  value: string;
  type?: 'text' | 'tel' | 'email' | 'date' | 'datetime-local' | 'number' | 'color';
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
  /** The fault is one of what stands there now. */
  isJudgedHere?: boolean;
  onInput: (value: string) => void;
};

/** A fault is one of what was typed when it was found: it goes away with the first change. */
function useFault(given: string | undefined, value: string): string | undefined {
  const found = useRef<{ given: string | undefined; value: string }>({ given: undefined, value });
  if (found.current.given !== given) found.current = { given, value };
  return found.current.value === value ? given : undefined;
}

export function Field({ name, label, hint, fault: given, isJudgedHere = false, onInput, ...input }: FieldProps) {
  const found = useFault(given, input.value);
  const fault = isJudgedHere ? given : found;
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

export function TextArea({ name, label, fault: given, onInput, ...input }: TextAreaProps) {
  const fault = useFault(given, input.value);
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

export function Choice({ name, label, options, value, fault: given, onInput }: ChoiceProps) {
  const fault = useFault(given, value);
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

type FileFieldProps = Pick<FieldProps, 'name' | 'label' | 'hint' | 'fault' | 'disabled'> & {
  /** Types of media, with commas. */
  accept: string;
  onFile: (file: File) => void;
};

/** A file that is sent as soon as it is chosen; the same one can be chosen again. */
export const FileField = ({ name, label, hint, fault, onFile, ...input }: FileFieldProps) => (
  <Labelled {...{ name, label, hint, fault }}>
    <input
      id={`field-${name}`}
      name={name}
      {...({ type: 'file', ...input } as InputHTMLAttributes)}
      {...described(name, hint, fault)}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        if (file !== undefined) onFile(file);
        currentTarget.value = '';
      }}
    />
  </Labelled>
);

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
