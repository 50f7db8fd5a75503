/** Where slips are planted: the lines that a diff has new, or places over all files. */
import { describe, expect, it } from 'vitest';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { changedLines, countLines, ofRooms, randomLines, someOf } from './lines.ts';

it('a diff names the new lines of code, and neither words nor what was removed', () => {
  const diff = [
    '+++ b/lib/domain/money.ts',
    '@@ -3,2 +3,4 @@ export',
    '@@ -20 +22 @@',
    '@@ -30,2 +31,0 @@',
    '+++ b/lib/words/en/pages.ts',
    '@@ -1 +1 @@',
    '+++ b/functions/api/x.ts',
    '@@ -0,0 +1,9 @@',
  ].join('\n');
  expect(changedLines(diff)).toEqual([
    { file: 'lib/domain/money.ts', from: 3, to: 6 },
    { file: 'lib/domain/money.ts', from: 22, to: 22 },
    { file: 'functions/api/x.ts', from: 1, to: 9 },
  ]);
});

describe('random places', () => {
  const files = [
    { file: 'lib/a.ts', lines: 5 },
    { file: 'lib/b.ts', lines: 500 },
    { file: 'lib/words/en/pages.ts', lines: 9_000 },
  ];

  it('are inside of files of code, and the same for the same seed', () => {
    const places = randomLines(files, 400, randomFrom(1, 'x'));
    expect(places).toHaveLength(100);
    for (const { file, from, to } of places) {
      const { lines = 0 } = files.find((each) => each.file === file) ?? {};
      expect([file !== 'lib/words/en/pages.ts', from >= 1, from <= to, to <= lines]).toEqual([true, true, true, true]);
    }
    expect(new Set(places.map(({ file }) => file)).size).toBe(2);
    expect(randomLines(files, 400, randomFrom(1, 'x'))).toEqual(places);
  });
});

it('of many lines some are chosen in parts, each once, and the same for the same seed; of few, all', () => {
  const places = [
    { file: 'lib/a.ts', from: 3, to: 30 },
    { file: 'lib/b.ts', from: 7, to: 7 },
  ];
  expect(someOf(places, 29, randomFrom(1, 'x'))).toEqual(places);
  for (const seed of [1, 2, 3]) {
    const some = someOf(places, 12, randomFrom(seed, 'x'));
    expect([countLines(some) >= 12, countLines(some) < 20]).toEqual([true, true]);
    const lines = some.flatMap(({ file, from, to }) =>
      Array.from({ length: to - from + 1 }, (_, n) => `${file}:${from + n}`),
    );
    expect(new Set(lines).size).toBe(countLines(some));
    for (const { file, from, to } of some)
      expect(places.some((each) => each.file === file && each.from <= from && to <= each.to && from <= to)).toBe(true);
    expect(someOf(places, 12, randomFrom(seed, 'x'))).toEqual(some);
  }
});

it('each room has its share, and all of them have one', () => {
  const planted = [true, true, false].map((isNoticed, n) => ({ room: n === 0 ? 'b' : 'a', isNoticed }));
  expect(ofRooms(planted)).toEqual({
    a: { planted: 2, noticed: '50 %' },
    b: { planted: 1, noticed: '100 %' },
    all: { planted: 3, noticed: '67 %' },
  });
  expect(ofRooms([])).toEqual({});
});
