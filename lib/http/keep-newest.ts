/** Puts a value into a map that is limited: with more entries, the one that was put first is forgotten. */
export function keepNewest<Key, Value>(map: Map<Key, Value>, [key, value]: readonly [Key, Value], max: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= max) return;
    map.delete(oldest);
  }
}
