/** Which of several partitions something has, where one alone would take too few writes a second. */

/** By the end of an id or hash, which is as good as random. */
export const shardOf = (id: string, shards: number): number => Number.parseInt(id.slice(-4), 36) % shards;
