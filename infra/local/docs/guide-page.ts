/** A guide, from its Markdown: the variables in its commands are replaced by what is true where it is read. */
import { docsFrame, type Guide } from './docs-frame.ts';
import { markdown } from './markdown.ts';
import type { Service } from './openapi.ts';

type Shown = { guide: Guide; text: string; guides: readonly Guide[]; service: Service };

export function guidePage({ guide, text, guides, service }: Shown): string {
  const code = (block: string) => block.replace(ADDRESS, service.baseUrl).replace(KEY, () => service.apiKey);
  return docsFrame({
    title: guide.title,
    main: markdown(text.replace(TO_GUIDE, '](/docs/$1'), { code }),
    guides,
    current: guide.name,
    home: service.home,
  });
}

/** The variables, and what the guide sets them to for who reads the file itself. */
const ADDRESS = /\$BASE_URL|http:\/\/127\.0\.0\.1:3000/g;
const KEY = /\$API_KEY|ck_test_…/g;

/** How a guide links to another one, so that the link works where the files are read, too. */
const TO_GUIDE = /\]\(\.\/([a-z-]+)\.md/g;

/** The first heading. */
export const titleOf = (text: string): string => /^# (.*)$/m.exec(text)?.[1] ?? '';
