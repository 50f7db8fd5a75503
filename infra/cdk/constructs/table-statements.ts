/** The statements that permit a function its actions on the keys of certain families, and on no other item of the table. */
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { TableAccess, TableAction } from '#infra/cdk/table-access.ts';
import { KEY_FAMILIES, type KeyFamilyName } from '#lib/store/key-patterns.ts';

type Granted = { action: TableAction; index: string | undefined; families: KeyFamilyName[] };

/**
 * All families of an action are in one statement, because one statement must permit all keys of a batch. Actions on the
 * same families share theirs. An index is a resource of its own.
 */
export function tableStatements(tableArn: string, access: TableAccess): PolicyStatement[] {
  const alike = Map.groupBy(grantedIn(access), ({ index = '', families }) => [index, ...families].join());
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { index, families } = first;
    return new PolicyStatement({
      actions: [first, ...others].map(({ action }) => `dynamodb:${action}`),
      resources: [index === undefined ? tableArn : `${tableArn}/index/${index}`],
      conditions: {
        'ForAllValues:StringLike': { [LEADING_KEYS]: families.flatMap((name) => KEY_FAMILIES[name].patterns) },
        // The first condition holds for a request without keys, too.
        Null: { [LEADING_KEYS]: 'false' },
      },
    });
  });
}

/** The partition keys of a request: of the table, or of the index that is queried. */
const LEADING_KEYS = 'dynamodb:LeadingKeys';

function grantedIn(access: TableAccess): Granted[] {
  const granted = new Map<string, Granted>();
  for (const [name, actions] of Object.entries(access) as [KeyFamilyName, readonly TableAction[]][]) {
    const { index } = KEY_FAMILIES[name];
    for (const action of actions) {
      const key = `${action} ${index}`;
      const known = granted.get(key) ?? { action, index, families: [] };
      granted.set(key, { ...known, families: [...known.families, name].toSorted() });
    }
  }
  return [...granted.values()];
}
