/** How the invocations of a local run share its machine. */
import { expect, it } from 'vitest';
import { takingTurns } from '#infra/local/gateway/turns.ts';

const FOR_EVER_MS = 60_000;

/** Work that ends when it is told to, and what has started. */
function works() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      started.push(name);
      ends.set(name, resolve);
    });
  return { started, work, end: (name: string) => ends.get(name)?.() };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

it('at most so many are at work at once, and the next in line starts when one has ended', async () => {
  const { started, work, end } = works();
  const takeTurn = takingTurns({ max: 2, longMs: FOR_EVER_MS });
  const all = ['a', 'b', 'c', 'd'].map((name) => takeTurn(undefined, work(name)));
  await settled();
  expect(started).toEqual(['a', 'b']);
  end('b');
  await all[1];
  await settled();
  expect(started).toEqual(['a', 'b', 'c']);
});

it('those that change the same thing go one after another, and others pass them', async () => {
  const { started, work, end } = works();
  const takeTurn = takingTurns({ max: 2, longMs: FOR_EVER_MS });
  const turns = [takeTurn('x', work('a')), takeTurn('x', work('b')), takeTurn('y', work('c'))];
  await settled();
  expect(started).toEqual(['a', 'c']);
  end('a');
  await turns[0];
  await settled();
  expect(started).toEqual(['a', 'c', 'b']);
});

it('one that hangs, or fails, holds up nobody', async () => {
  const { started, work } = works();
  const takeTurn = takingTurns({ max: 1, longMs: 1 });
  void takeTurn('x', work('hangs'));
  await expect(takeTurn('x', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  void takeTurn('x', work('next'));
  await settled();
  expect(started).toEqual(['hangs', 'next']);
});
