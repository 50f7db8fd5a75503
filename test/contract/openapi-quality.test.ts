/** The API's description is told in words, shown by valid examples, and written so that generators make good clients. */
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '#infra/openapi/document.ts';
import { type ApiDocument, faultsUnder, type Json, operationsOf, type Schema } from '#test/support/api-document.ts';

const document = openApiDocument('1.0.0') as unknown as ApiDocument;
const operations = operationsOf(document);
const named = Object.entries(document.components.schemas);

/** They are the names of types in clients: a changed name breaks their callers. */
const NAMES = `
  AcceptedPayment Account AccountResponse Amount AmountInput AmountRange AmountRangeInput ApiError Attention
  AttentionCollection AttentionListResponse AttentionMeta AttentionResponse AttentionSuggestion Balance
  BankTransfer Book BookMeta BookResponse Card ChangedBy ChangedTerms Claim Collection CollectionResponse
  CollectionsResponse Contact ContactChanges ContactInput CreateCollectionRequest CreateProviderRequest
  CreateWebhookEndpointRequest CreditCollectionRequest CurrencyBook CurrencyFlow CurrencyStatement Customer
  CustomerBook CustomerDispute CustomerExpired CustomerOpen CustomerOptOuts CustomerOwed CustomerResponse
  CustomersMeta CustomersResponse DecideClaimRequest DeliveredEvent DeliveryAttempt DeliveryLogMeta ErrorCode
  Event EventData EventFeedMeta EventType EventsResponse ExistingCollection Experiment ExperimentArm ExperimentVariant ExperimentVariantInput
  ExperimentResponse ExperimentWithin30Days Fault FeedEvent FeedEventData Flow FlowResponse FlowStep FollowUp
  FollowUpInput FollowUpPlan FollowUpPlanResponse FollowUpPolicy FollowUpPolicyResponse FollowUpRule
  FollowUpRuleInput JournalEntry JournalPageMeta JournalResponse Lift ListPageMeta Member MessageHours
  MessageHoursInput Metadata MobileMoney MovePaymentRequest OpenApiDocument OwedAmount OwedByAge PaidBefore
  PaidBeforeInput PaidWithin Pause PauseFollowUpsRequest Payable PayableInput Payment PaymentLink PaymentMove
  PaymentOption PaymentPromise PaymentResponse PaymentsResponse PingResponse PingResult PreviewFollowUpsRequest
  PromisePaymentRequest Provider ProviderResponse ProvidersResponse ReceivedMoney RecordPaymentRequest Recovery RecoveryCost
  RecoveryResponse RecoveryRow ReminderPreview ReminderPreviewResponse RemovedSlot ReopenCollectionRequest Replay
  ReplayDeliveriesRequest ReplayResponse ResolveDisputeRequest RotateWebhookSecretRequest RuleConditions
  RuleConditionsInput RuledFollowUp SendFollowUpRequest SendMessageRequest SetExperimentRequest
  Agenda AgendaDay AgendaResponse ChannelMessages CountryMessages ForecastDay ForecastOutcome MessagePrice MessagePriceInput MessagePrices LastReminder Reminders RemindersListResponse
  MessagePricesInput PlannedMessage RehearsalResponse RehearsalResult Rehearsal RehearsePolicyRequest RehearsedCollection RehearsedPlan RuleMessages
  ListedText Logo PreviewTextRequest SetLogoRequest SetTextRequest Template TemplateInput Text TextPlaceholder TextPreview TextPreviewResponse
  TextResponse TextVersion Texts TextsResponse SetFollowUpPolicyRequest Slot Statement StatementEntry StatementResponse StoppedWebhookEndpoint Tax TaxInput
  ToldCollection ToldContact ToldPayable UnreachableChannel UpdateAccountRequest UpdateAttentionRequest
  UpdateCollectionRequest UpdateCustomerRequest UpdateCollectionStatusRequest UpdateProviderRequest UpdateWebhookEndpointRequest
  VirtualAccount WebhookDeliveriesResponse WebhookDelivery WebhookEndpoint WebhookEndpointEvent
  WebhookEndpointEventData WebhookEndpointResponse WebhookEndpointWithSecret WebhookEndpointWithSecretResponse
  WebhookEndpointsResponse WebhookEvent WebhookEventData WebhookPing WebhookPingData WebhookPingEndpoint
`
  .trim()
  .split(/\s+/)
  .toSorted();

/** Every schema of the document, with its place. */
const everywhere = (): [string, Schema][] => [
  ...named.flatMap(([name, schema]) => inside(schema, name)),
  ...operations.flatMap(({ operationId, parameters = [] }) =>
    parameters.flatMap(({ name, schema }) => inside(schema, `${operationId} ${name}`)),
  ),
];

function inside(schema: Schema, place: string): [string, Schema][] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => inside(field, `${place}.${name}`));
  const items = schema.items ? inside(schema.items, `${place}[]`) : [];
  const variants = (schema.oneOf ?? []).flatMap((one, at) => inside(one, `${place}|${at}`));
  return [[place, schema], ...fields, ...items, ...variants];
}

/** The names of the schemas that a part of the document uses, in other schemas too. */
function usedBy(part: unknown, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    usedBy(document.components.schemas[name], found);
  }
  return found;
}

const isSentence = (text: string | undefined): boolean => text !== undefined && /^[`A-Z0-9].*[.`)]$/s.test(text);
const examplesOf = (operation: (typeof operations)[number]) =>
  Object.entries(operation.responses).flatMap(([status, { content }]) => {
    const { schema, example, examples = {} } = content['application/json'];
    const values = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
    return [{ at: `${operation.operationId} ${status}`, schema, values }];
  });

describe('the words of the OpenAPI document', () => {
  it('the document says who keeps it, under which license, and where it is served', () => {
    const { info, servers } = document;
    expect(info).toMatchObject({ contact: { name: expect.any(String) }, license: { identifier: 'Apache-2.0' } });
    for (const { url, description } of servers) {
      expect(url).toMatch(/^https?:\/\/[^/]+$/);
      expect(isSentence(description)).toBe(true);
    }
  });

  it('every tag of the document is described and used, and every operation has one', () => {
    expect(document.tags.filter(({ description }) => !isSentence(description))).toEqual([]);
    const used = operations.flatMap(({ tags }) => tags);
    const told = Object.values(document.webhooks).flatMap(({ post }) => post.tags);
    expect([...new Set([...used, ...told])].toSorted()).toEqual(document.tags.map(({ name }) => name).toSorted());
    expect(used).toHaveLength(operations.length);
  });

  it('every operation, parameter, header and response of the document is described', () => {
    for (const { operationId, summary, description, parameters = [], responses } of operations) {
      expect.soft(summary, operationId).toMatch(/^[A-Z].*[^.]$/);
      expect.soft(isSentence(description), operationId).toBe(true);
      for (const parameter of parameters) {
        expect.soft(isSentence(parameter.description), `${operationId} ${parameter.name}`).toBe(true);
      }
      for (const [status, response] of Object.entries(responses)) {
        expect.soft(response.description, `${operationId} ${status}`).toMatch(/\w.*\.$/s);
      }
    }
    const headers = (document.components as unknown as { headers: Record<string, { description?: string }> }).headers;
    for (const [name, { description }] of Object.entries(headers)) expect(isSentence(description), name).toBe(true);
  });

  it('every schema of the document and every field of it is described', () => {
    for (const [name, schema] of named) {
      expect.soft(schema.description, name).toMatch(/\w/);
      for (const [field, { description }] of Object.entries(schema.properties ?? {})) {
        expect.soft(isSentence(description), `${name}.${field}: ${description}`).toBe(true);
      }
    }
  });

  it.each(['ErrorCode', 'EventType'])('every value that %s lists is described, each on a line of its own', (name) => {
    const { description = '', 'x-extensible-enum': values = [] } = document.components.schemas[name] ?? {};
    const lines = description.split('\n').filter((line) => line.startsWith('- '));
    expect(lines.map((line) => /^- `([\w.]+)`: \w.*\.$/.exec(line)?.[1])).toEqual(values);
    expect(values.length).toBeGreaterThan(20);
  });

  it('the document says of every type of event which data it has, and each of these fields is one of EventData', () => {
    const { Event, EventType, EventData } = document.components.schemas;
    const data = (Event as unknown as { 'x-event-data': Record<string, string[]> })['x-event-data'];
    expect(Object.keys(data)).toEqual(EventType?.['x-extensible-enum']);
    const fields = Object.values(data).flat();
    expect([...new Set(fields)].toSorted()).toEqual(Object.keys(EventData?.properties ?? {}).toSorted());
  });
});

describe('the examples of the OpenAPI document', () => {
  it('every response of every operation has an example, and each is valid', () => {
    for (const { at, schema, values } of operations.flatMap(examplesOf)) {
      expect(values.length, at).toBeGreaterThan(0);
      const faults = faultsUnder(document, schema);
      for (const value of values) expect(faults(value), at).toEqual([]);
    }
  });

  it('every request body and every parameter has an example, and each is valid', () => {
    for (const { operationId, requestBody, parameters = [] } of operations) {
      const body = requestBody?.content['application/json'];
      const bodies = body === undefined ? [] : [{ name: 'body', ...body }];
      for (const { name, schema, example } of [...bodies, ...parameters]) {
        expect(example, `${operationId} ${name}`).toBeDefined();
        expect(faultsUnder(document, schema)(example as Json), `${operationId} ${name}`).toEqual([]);
      }
    }
  });
});

describe('the webhooks of the OpenAPI document', () => {
  it('every type of event has a webhook, described, with a valid example that has its data', () => {
    const { Event } = document.components.schemas;
    const data = (Event as unknown as { 'x-event-data': Record<string, string[]> })['x-event-data'];
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      expect(isSentence(post.description), type).toBe(true);
      const { schema, example } = post.requestBody.content['application/json'];
      expect(faultsUnder(document, schema)(example as Json), type).toEqual([]);
      const told = example as { type: string; data: { event?: { type: string; data?: object } } };
      expect(told.type).toBe(type);
      if (told.data.event === undefined) continue;
      expect(told.data.event.type).toBe(type);
      const shown = (data[type] ?? []).filter((field) => field !== 'text' && field !== 'note');
      expect(Object.keys(told.data.event.data ?? {}).toSorted(), type).toEqual(shown.toSorted());
    }
  });
});

describe('what generators make of the OpenAPI document', () => {
  it('every object of the document has a name of its own, which generated clients show', () => {
    for (const [place, schema] of everywhere()) {
      if (schema.type === 'object' && schema.properties)
        expect(Object.keys(document.components.schemas), place).toContain(place);
    }
    expect(named.map(([name]) => name)).toEqual(NAMES);
  });

  it('no schema of the document is made of others by allOf, anyOf or const, but for a reference or null', () => {
    const isNullable = ({ anyOf: [one, none] = [] }: Schema) => one?.$ref !== undefined && none?.type === 'null';
    for (const [place, schema] of everywhere().filter(([, each]) => !isNullable(each))) {
      for (const keyword of ['allOf', 'anyOf', 'not', 'const', 'nullable', '$defs', '$id', '$schema']) {
        // Metadata is neither text nor number; a union of an object and a list would lose fields in generated clients.
        if (!(keyword === 'not' && place === 'Metadata')) expect(schema, place).not.toHaveProperty(keyword);
      }
    }
  });

  it('every union of the document has a discriminator that maps each variant by its own value', () => {
    const unions = everywhere().filter(([, { oneOf }]) => oneOf !== undefined);
    expect(unions.map(([place]) => place)).toEqual(['PaymentOption']);
    for (const [place, { oneOf = [], discriminator }] of unions) {
      const mapped = Object.entries(discriminator?.mapping ?? {});
      expect(
        mapped.map(([, $ref]) => ({ $ref })),
        place,
      ).toEqual(oneOf);
      for (const [value, $ref] of mapped) {
        const variant = document.components.schemas[$ref.replace('#/components/schemas/', '')];
        expect(variant?.required).toContain(discriminator?.propertyName);
        expect(variant?.properties?.[discriminator?.propertyName ?? '']?.enum).toEqual([value]);
      }
    }
  });

  it('null is one of two types of a value, never of a list or an object', () => {
    for (const [place, { type, $ref, enum: values }] of everywhere()) {
      if (!Array.isArray(type)) continue;
      expect($ref, place).toBeUndefined();
      expect(type, place).toEqual([expect.stringMatching(/^(string|number|integer|boolean)$/), 'null']);
      if (values !== undefined) expect(values, place).toContain(null);
    }
  });

  it('metadata can have fields of any shape', () => {
    const { description: _text, ...Metadata } = document.components.schemas['Metadata'] ?? {};
    expect(Metadata).toEqual({ not: { type: ['string', 'number', 'boolean', 'null'] } });
  });

  it('every number of the document is a double, and no list of choices is a set', () => {
    const numbers = everywhere().filter(([, { type }]) => [type].flat()[0] === 'number');
    expect(numbers.filter(([, { format }]) => format !== 'double')).toEqual([]);
    expect(numbers.map(([place]) => place)).toEqual(expect.arrayContaining(['Amount.value', 'AmountInput.value']));
    expect(everywhere().filter(([, { uniqueItems, items }]) => uniqueItems && items?.enum)).toEqual([]);
  });

  it('requests are closed, and responses are open so that a new field breaks no client', () => {
    const asked = usedBy(operations.map(({ requestBody }) => requestBody ?? {}));
    const told = usedBy([document.webhooks, ...operations.map(({ responses }) => responses)]);
    expect(named.map(([name]) => name).filter((name) => !asked.has(name) && !told.has(name))).toEqual([]);
    expect([...asked].filter((name) => told.has(name)).toSorted()).toEqual(['Metadata']);
    for (const [name, { type, additionalProperties }] of named) {
      if (type !== 'object') continue;
      expect(additionalProperties, name).toBe(asked.has(name) ? false : told.has(name) && openOf(name));
    }
  });

  /** Nothing is said of other fields, or that there can be any. */
  const openOf = (name: string) => (['EventData', 'OpenApiDocument'].includes(name) ? true : undefined);

  it('no instant has a pattern beside its format, and no number a bound that every number of JSON has', () => {
    for (const [place, { format, pattern, minimum, maximum }] of everywhere()) {
      if (format === 'date-time') expect(pattern, place).toBeUndefined();
      expect([minimum, maximum].map(Math.abs as (bound?: number) => number), place).not.toContain(
        Number.MAX_SAFE_INTEGER,
      );
    }
  });

  it('a change that says nothing is none, and what a request says of a currency or country has a pattern', () => {
    const asked = new Set(usedBy(operations.map(({ requestBody }) => requestBody ?? {})));
    const isAsked = (place: string) => place.includes(' ') || asked.has(/^\w+/.exec(place)?.[0] ?? '');
    const codes = everywhere().filter(
      ([place, { $ref }]) => !$ref && /\b(?:currency|country|countries\[\])$/.test(place),
    );
    expect(codes.filter(([place, { pattern }]) => isAsked(place) && !pattern)).toEqual([]);
    const changes = named.filter(([name]) => /^Update\w+Request$/.test(name));
    expect(changes.filter(([, { required = [], minProperties = 0 }]) => required.length + minProperties === 0)).toEqual(
      [],
    );
  });

  it('every list of choices has values of its own type, each once, and no currency is one of a list', () => {
    for (const [place, { type, enum: values = [] }] of everywhere()) {
      expect(new Set(values).size, place).toBe(values.length);
      for (const value of values) expect([type].flat(), place).toContain(value === null ? 'null' : typeof value);
      expect(values.length, place).toBeLessThan(50);
    }
  });

  it('every required field is a field, and every pattern is a regular expression that starts at the start', () => {
    for (const [place, { required = [], properties = {}, pattern }] of everywhere()) {
      expect(Object.keys(properties), place).toEqual(expect.arrayContaining(required));
      if (pattern !== undefined) expect(new RegExp(pattern, 'u').source, place).toMatch(/^\^/);
    }
  });

  it('every refusal is a shared response that refers to the one schema of errors', () => {
    const shared = Object.values(document.components.responses);
    for (const { content } of shared) expect(content['application/json'].schema.$ref).toMatch(/ApiError$/);
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [status, response] of Object.values(item).flatMap(({ responses }) => Object.entries(responses))) {
        if (Number(status) >= 400) expect(response, `${path} ${status}`).toHaveProperty('$ref');
      }
    }
    const refs = new Set([...JSON.stringify(document.paths).matchAll(/"#\/components\/responses\/\w+"/g)].map(String));
    expect(refs.size).toBe(shared.length);
  });
});
