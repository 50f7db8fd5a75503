/** A queue of events, the earliest first. Ties are decided by a random number, then by the order of insertion. */

type Event = { at: number; tie: number; order: number; run: () => void; resumes: boolean };

export type EventQueue = { add: (event: Event) => void; next: () => Event | undefined; peek: () => Event | undefined };

const isBefore = (a: Event, b: Event): boolean =>
  a.at !== b.at ? a.at < b.at : a.tie !== b.tie ? a.tie < b.tie : a.order < b.order;

/** A binary heap. */
export function createEventQueue(): EventQueue {
  const heap: Event[] = [];
  const at = (index: number) => heap[index] as Event;

  function swap(a: number, b: number): void {
    const event = at(a);
    heap[a] = at(b);
    heap[b] = event;
  }

  function rise(index: number): void {
    for (let child = index; child > 0; ) {
      const parent = (child - 1) >> 1;
      if (!isBefore(at(child), at(parent))) return;
      swap(child, parent);
      child = parent;
    }
  }

  function sink(): void {
    for (let parent = 0; ; ) {
      let first = 2 * parent + 1;
      if (first >= heap.length) return;
      if (first + 1 < heap.length && isBefore(at(first + 1), at(first))) first += 1;
      if (!isBefore(at(first), at(parent))) return;
      swap(first, parent);
      parent = first;
    }
  }

  return {
    peek: () => heap[0],
    add(event) {
      heap.push(event);
      rise(heap.length - 1);
    },
    next() {
      const [first] = heap;
      const last = heap.pop();
      if (first === undefined || last === undefined || heap.length === 0) return first;
      heap[0] = last;
      sink();
      return first;
    },
  };
}
