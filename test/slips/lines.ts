/** Where slips are planted, and how many of each room the tests noticed. */
import type { Random } from '#test/simulation/kernel/random.ts';

export type Lines = { file: string; from: number; to: number };

/** Words are judged by people, and these files say nothing but texts of the description. */
const isCode = (file: string): boolean =>
  /\.tsx?$/.test(file) && !/^lib\/words\/|-texts\.ts$|\/description\.ts$/.test(file);

const FILE = /^\+\+\+ b\/(.+)$/;
const HUNK = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/;

/** Of a diff without context: the lines that are new in each file. */
export function changedLines(diff: string): Lines[] {
  const lines: Lines[] = [];
  let file = '';
  for (const line of diff.split('\n')) {
    file = FILE.exec(line)?.[1] ?? file;
    const [, start, length = '1'] = HUNK.exec(line) ?? [];
    const [from, count] = [Number(start), Number(length)];
    if (start !== undefined && count > 0 && isCode(file)) lines.push({ file, from, to: from + count - 1 });
  }
  return lines;
}

/** So many lines at a place have a few mutants. */
const AT_ONCE = 8;
const MUTANTS_AT_ONCE = 4;

/** Places over all files, longer files more often. */
export function randomLines(files: readonly { file: string; lines: number }[], count: number, random: Random): Lines[] {
  const code = files.filter(({ file }) => isCode(file));
  const all = code.reduce((sum, { lines }) => sum + lines, 0);
  return Array.from({ length: Math.ceil(count / MUTANTS_AT_ONCE) }, () => {
    let at = random.between(0, all - 1);
    const chosen = code.find(({ lines }) => {
      at -= lines;
      return at < 0;
    });
    if (chosen === undefined) throw new Error('there are no files');
    const from = random.between(1, Math.max(1, chosen.lines - AT_ONCE));
    return { file: chosen.file, from, to: Math.min(chosen.lines, from + AT_ONCE) };
  });
}

const lengthOf = ({ from, to }: Lines): number => to - from + 1;

export const countLines = (places: readonly Lines[]): number => places.reduce((sum, each) => sum + lengthOf(each), 0);

/** About `most` lines of the places, in parts and by chance; all of them where they are no more. */
export function someOf(places: readonly Lines[], most: number, random: Random): Lines[] {
  if (countLines(places) <= most) return [...places];
  const parts = places.flatMap((place) =>
    Array.from({ length: Math.ceil(lengthOf(place) / AT_ONCE) }, (_, nth) => {
      const from = place.from + nth * AT_ONCE;
      return { file: place.file, from, to: Math.min(place.to, from + AT_ONCE - 1) };
    }),
  );
  const chosen: Lines[] = [];
  while (countLines(chosen) < most) chosen.push(...parts.splice(random.between(0, parts.length - 1), 1));
  return chosen;
}

type Planted = { room: string; isNoticed: boolean };

export function ofRooms(planted: readonly Planted[]): Record<string, { planted: number; noticed: string }> {
  const share = (all: readonly Planted[]) => ({
    planted: all.length,
    noticed: `${Math.round((100 * all.filter(({ isNoticed }) => isNoticed).length) / all.length)} %`,
  });
  const rooms = [...Map.groupBy(planted, ({ room }) => room)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    [...rooms, ['all', planted] as const].filter(([, all]) => all.length > 0).map(([room, all]) => [room, share(all)]),
  );
}
