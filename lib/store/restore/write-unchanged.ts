/** A write of a whole item that is saved only if the item is still as it was read, whatever its attributes are. */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from '#lib/store/keys.ts';
import { PARTITION_KEY } from '#lib/store/keys.ts';
import type { Item } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';

/** False if another write came first. `read`: undefined if there was no item. */
export function putUnchanged(table: Table, read: (Item & Key) | undefined, item: Item & Key): Promise<boolean> {
  return table.writeIf(new PutCommand({ TableName: table.name, Item: item, ...conditionOf(read, item) }));
}

function conditionOf(read: (Item & Key) | undefined, item: Item & Key) {
  if (read === undefined) return { ConditionExpression: `attribute_not_exists(${PARTITION_KEY})` };
  const names = [...new Set([...Object.keys(read), ...Object.keys(item)])];
  const present = names.filter((name) => read[name] !== undefined);
  const conditions = names.map((name, index) =>
    read[name] === undefined ? `attribute_not_exists(#a${index})` : `#a${index} = :a${index}`,
  );
  return {
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#a${index}`, name])),
    ExpressionAttributeValues: Object.fromEntries(present.map((name) => [`:a${names.indexOf(name)}`, read[name]])),
  };
}
