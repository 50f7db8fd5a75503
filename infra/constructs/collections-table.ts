/** The one table, protected against loss; `lib/store/keys.ts` describes its items. */
import { RemovalPolicy } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AttributeType,
  Billing,
  type GlobalSecondaryIndexPropsV2,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { TABLE_ACCESS } from '#infra/table-access.ts';
import { INDEXES, type TableIndex } from '#lib/store/indexes.ts';
import { PARTITION_KEY, SORT_KEY, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import type { Alarms } from './alarms.ts';
import { tableStatements } from './table-statements.ts';

export type CollectionsTableProps = {
  /** False only for temporary stacks. */
  keepData: boolean;
  alarms: Alarms;
};

export class CollectionsTable extends Construct {
  readonly table: TableV2;

  constructor(scope: Construct, id: string, { keepData, alarms }: CollectionsTableProps) {
    super(scope, id);
    this.table = new TableV2(this, 'Table', {
      partitionKey: string(PARTITION_KEY),
      sortKey: string(SORT_KEY),
      globalSecondaryIndexes: INDEXES.map(indexProps),
      // Only items that nothing depends on expire this way.
      timeToLiveAttribute: TTL_ATTRIBUTE,
      billing: Billing.onDemand(),
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      encryption: TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: keepData,
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    alarms.watch(this, 'ReadsThrottled', {
      metric: this.metric('ReadThrottleEvents'),
      threshold: 1,
      impact: 'DynamoDB refuses reads of some account: its callers see slow answers, or 503 with Retry-After.',
    });
    alarms.watch(this, 'WritesThrottled', {
      metric: this.metric('WriteThrottleEvents'),
      threshold: 1,
      impact:
        'An account creates faster than one list can record: its callers see slow answers, or 503 with Retry-After.',
    });
  }

  /** Permits exactly what `TABLE_ACCESS` lists for the function. The table's own grants would include every item. */
  allow(grantee: IGrantable, name: keyof typeof TABLE_ACCESS): void {
    for (const statement of tableStatements(this.table.tableArn, TABLE_ACCESS[name]))
      grantee.grantPrincipal.addToPrincipalPolicy(statement);
  }

  metric(metricName: string): Metric {
    return this.table.metric(metricName, { statistic: 'Sum' });
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
