/** What a customer reads with the words as they are typed. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { TextPreviewResponse } from '#lib/contract/text.ts';
import { textFault } from '#lib/web/console/text-form.ts';
import type { SettingsWords } from '#lib/words/settings-words.ts';
import { ask, Refusal } from './api.ts';

/** So long nothing is typed before the text is tried. */
const PAUSE_MS = 400;

/** As it is typed; what is refused is said beside its field when it is saved, and shortly here. */
export function TextPreview({ texts, path, words }: { texts: SettingsWords['texts']; path: string; words: object }) {
  const preview = useSignal<TextPreviewResponse | undefined>(undefined);
  const refused = useSignal<string | undefined>(undefined);
  const key = JSON.stringify(words);
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => {
      ask<TextPreviewResponse>('POST', `${path}/preview`, { body: words })
        .then(({ data }) => {
          if (isOver) return;
          preview.value = data;
          refused.value = undefined;
        })
        .catch((error) => {
          if (isOver || !(error instanceof Refusal)) return;
          const paths = ['body', 'subject', 'template'];
          refused.value = paths.flatMap((each) => textFault(error.faults, each, texts) ?? []).join(' ');
        });
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key, path]);
  const shown = preview.value;
  return (
    <div class="aside">
      <h3>{texts.preview}</h3>
      <div role="status">{refused.value !== undefined && <p class="notice wait">{refused.value}</p>}</div>
      {shown?.subject && <strong>{shown.subject}</strong>}
      {shown !== undefined && <p class="bubble">{shown.text}</p>}
      {shown?.segments != null && (
        <p class="small">{texts.parts(shown.segments, shown.longestSegments ?? shown.segments)}</p>
      )}
    </div>
  );
}
