/** The one table, protected against loss; `lib/store/keys.ts` describes its items. */
import { RemovalPolicy } from 'aws-cdk-lib';
import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AttributeType,
  Billing,
  type GlobalSecondaryIndexPropsV2,
  type ITableV2,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { RECOVERY_DAYS } from '#infra/cdk/stages.ts';
import { type TableAccess, type TableAction, type TableUser, tableAccess } from '#infra/cdk/table-access.ts';
import { INDEXES, type TableIndex } from '#lib/store/indexes.ts';
import { KEY_FAMILIES, type KeyFamilyName } from '#lib/store/key-patterns.ts';
import { PARTITION_KEY, SORT_KEY, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import type { Alarms } from './alarms.ts';

type TableGrant = { action: TableAction; index: string | undefined; families: KeyFamilyName[] };

/**
 * All families of an action are in one statement, because one statement must permit all keys of a batch. Actions on the
 * same families share theirs. An index is a resource of its own.
 */
function tableStatements(tableArn: string, access: TableAccess): PolicyStatement[] {
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

function grantedIn(access: TableAccess): TableGrant[] {
  const granted = new Map<string, TableGrant>();
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

/** It was made by a restore, and prepared by the command line. */
export type AdoptedTable = { name: string; streamArn: string };

export type CollectionsTableProps = {
  /** False only for temporary stacks. */
  keepData: boolean;
  /** A restored table, which takes the place of the stack's own; that one stays, unused. */
  adoptTable?: AdoptedTable | undefined;
  /** Another Region with a copy that follows within a second, and is never written there. */
  replicaIn?: string | undefined;
  /** A retention period is set: what runs collections erases them, too. */
  erases: boolean;
  alarms: Alarms;
};

export class CollectionsTable extends Construct {
  /** The one that the service uses. */
  readonly table: ITableV2;
  private readonly erases: boolean;

  constructor(
    scope: Construct,
    id: string,
    { keepData, adoptTable, replicaIn, erases, alarms }: CollectionsTableProps,
  ) {
    super(scope, id);
    this.erases = erases;
    const own = new TableV2(this, 'Table', {
      partitionKey: string(PARTITION_KEY),
      sortKey: string(SORT_KEY),
      globalSecondaryIndexes: INDEXES.map(indexProps),
      // Only items that nothing depends on expire this way.
      timeToLiveAttribute: TTL_ATTRIBUTE,
      billing: Billing.onDemand(),
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      encryption: TableEncryptionV2.awsManagedKey(),
      // What was erased is then in no backup any more.
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: RECOVERY_DAYS },
      deletionProtection: keepData,
      ...(replicaIn && { replicas: [{ region: replicaIn }] }),
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    // CDK's types of a table are not compatible under exactOptionalPropertyTypes.
    this.table = adoptTable === undefined ? (own as ITableV2) : this.adopt(adoptTable);
    alarms.watch(this, 'ReadsThrottled', {
      metric: this.metricWithIndexes('ReadThrottleEvents'),
      threshold: 1,
      impact: 'DynamoDB refuses reads of some account: its callers see slow answers, or 503 with Retry-After.',
    });
    alarms.watch(this, 'WritesThrottled', {
      metric: this.metricWithIndexes('WriteThrottleEvents'),
      threshold: 1,
      impact:
        'An account writes faster than one list or one index can record: its callers see slow answers, or 503 with Retry-After.',
    });
  }

  /** Permits exactly what the list has for the function. The table's own grants would include every item. */
  allow(grantee: IGrantable, name: TableUser): void {
    for (const statement of tableStatements(this.table.tableArn, tableAccess(name, { erases: this.erases })))
      grantee.grantPrincipal.addToPrincipalPolicy(statement);
  }

  private adopt({ name, streamArn }: AdoptedTable): ITableV2 {
    return TableV2.fromTableAttributes(this, 'Adopted', {
      tableName: name,
      tableStreamArn: streamArn,
      globalIndexes: INDEXES.map((index) => index.name),
    });
  }

  metric(metricName: string): Metric {
    return this.table.metric(metricName, { statistic: 'Sum' });
  }

  /** The metric of a table leaves out its indexes, and a hot partition is first one of an index. */
  private metricWithIndexes(metricName: string): MathExpression {
    const ofIndexes = INDEXES.map(({ name }) => [
      name,
      this.table.metric(metricName, {
        statistic: 'Sum',
        dimensionsMap: { TableName: this.table.tableName, GlobalSecondaryIndexName: name },
      }),
    ]);
    return new MathExpression({
      expression: 'SUM(FILL(METRICS(), 0))',
      usingMetrics: { table: this.metric(metricName), ...Object.fromEntries(ofIndexes) },
      label: metricName,
    });
  }
}

const string = (name: string) => ({ name, type: AttributeType.STRING });

const indexProps = ({ name, partitionKey, sortKey, also = [] }: TableIndex): GlobalSecondaryIndexPropsV2 => ({
  indexName: name,
  partitionKey: string(partitionKey),
  sortKey: string(sortKey),
  ...(also.length === 0
    ? { projectionType: ProjectionType.KEYS_ONLY }
    : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...also] }),
});
