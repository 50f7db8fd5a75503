/**
 * The gateway's identity, and with it the address of the service: it is in every message that was sent, so it outlives the
 * routes. Functions are told it, and the routes lead to functions, so routes and identity cannot be in one stack.
 */
import { Stack, Validations } from 'aws-cdk-lib';
import { CfnRestApi, EndpointType, type IRestApi, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { stageOf } from '#infra/stacks/stage-stack.ts';

/** In the path of the gateway's own address. */
export const GATEWAY_STAGE = 'live';

export class ApiAddress extends Construct {
  readonly baseUrl: string;
  private readonly rest: CfnRestApi;
  private readonly name: string;

  /** `baseUrl` is the address for callers, if it is not the gateway's own. */
  constructor(scope: Construct, id: string, { baseUrl }: { baseUrl?: string | undefined }) {
    super(scope, id);
    this.name = `collections-${stageOf(this)}`;
    this.rest = new CfnRestApi(this, 'Rest', {
      name: this.name,
      endpointConfiguration: { types: [EndpointType.REGIONAL] },
    });
    const { region, urlSuffix } = Stack.of(this);
    this.baseUrl = baseUrl ?? `https://${this.rest.ref}.execute-api.${region}.${urlSuffix}/${GATEWAY_STAGE}`;
    Validations.of(this.rest).acknowledge({
      id: 'AwsSolutions-APIG2',
      reason: 'The functions validate, because only they can list every fault of a body at once, in the envelope.',
    });
  }

  /** The same API in another stack, to give it routes. */
  in(scope: Construct, id: string): IRestApi {
    const { ref, attrRootResourceId } = this.rest;
    return RestApi.fromRestApiAttributes(scope, id, {
      restApiId: ref,
      rootResourceId: attrRootResourceId,
      restApiName: this.name,
    });
  }
}
