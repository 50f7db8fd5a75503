/** The form of a merchant's own text: what is asked for, and what the service says against it in the reader's words. */
import type { TextResponse } from '#lib/contract/text.ts';
import type { SettingsWords } from '#lib/words/settings-words.ts';

export type TextDraft = { subject: string; body: string; template: string; button: boolean };

type Shown = Pick<TextResponse, 'subject' | 'body' | 'template'>;

export const textDraftOf = ({ subject, body, template }: Shown): TextDraft => ({
  subject: subject ?? '',
  body,
  template: template?.name ?? '',
  button: template?.button ?? false,
});

/** `has`: what the channel wants of the text, as the shown one has it. */
export const textOf = ({ subject, body, template, button }: TextDraft, has: Shown) => ({
  body,
  ...(has.subject !== null && { subject }),
  ...(has.template !== null && { template: { name: template, language: has.template.language, button } }),
});

type Says = keyof SettingsWords['texts']['refused'];

/** How the service begins what it says of a text. */
const REFUSALS: readonly (readonly [Says, RegExp])[] = [
  ['unknown', /\{\{(.+?)\}\} is not a placeholder/],
  ['otherKind', /no message of this kind has \{\{(.+?)\}\}/],
  ['braces', /has braces that are not/],
  ['html', /must not have HTML: (.+)/],
  ['link', /must not lead elsewhere: (.+)/],
  ['missing', /must have \{\{(.+?)\}\}$/],
  ['alone', /must have \{\{(.+?)\}\} on a line without/],
  ['letters', /has what no SMS of ours can have: (.+)/],
  ['tooLong', /must fit into \d+ SMS/],
  ['whole', /cannot have \{\{(.+?)\}\}/],
  ['ends', /must begin and end with words/],
  ['hidden', /invisible or control/],
  ['name', /must be the name of a template/],
];

/** Each fault of a field once, in words; undefined if there is none. */
export function textFault(
  faults: readonly { path: string; message: string }[],
  path: string,
  { refused, line }: SettingsWords['texts'],
): string | undefined {
  const found = faults.filter((each) => each.path === path || each.path.startsWith(`${path}.`));
  const said = found.map(({ message }) => {
    for (const [name, pattern] of REFUSALS) {
      const match = pattern.exec(message);
      if (match === null) continue;
      const [, nth] = /^line (\d+): /.exec(message) ?? [];
      return `${nth === undefined ? '' : line(nth)}${refused[name](match[1] ?? '')}`;
    }
    return refused.other('');
  });
  return said.length === 0 ? undefined : [...new Set(said)].join(' ');
}
