/**
 * A simulated world without faults, in which a test calls one function after the other. It has the functions that the
 * other worlds lack, and no stream: nothing happens unless it is called.
 */
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { decideClaim } from '#functions/api/decide-claim.ts';
import { deleteText } from '#functions/api/delete-text.ts';
import { getAccount } from '#functions/api/get-account.ts';
import { getAgenda } from '#functions/api/get-agenda.ts';
import { getBook } from '#functions/api/get-book.ts';
import { getCustomer } from '#functions/api/get-customer.ts';
import { getExperiment } from '#functions/api/get-experiment.ts';
import { getFlow } from '#functions/api/get-flow.ts';
import { getFollowUpPolicy } from '#functions/api/get-follow-up-policy.ts';
import { getOpenapi } from '#functions/api/get-openapi.ts';
import { getRecovery } from '#functions/api/get-recovery.ts';
import { getRehearsal } from '#functions/api/get-rehearsal.ts';
import { getStatement } from '#functions/api/get-statement.ts';
import { getText } from '#functions/api/get-text.ts';
import { listAccountPayments } from '#functions/api/list-account-payments.ts';
import { listAttention } from '#functions/api/list-attention.ts';
import { listCustomers } from '#functions/api/list-customers.ts';
import { listJournal } from '#functions/api/list-journal.ts';
import { listReminders } from '#functions/api/list-reminders.ts';
import { listTexts } from '#functions/api/list-texts.ts';
import { notFound } from '#functions/api/not-found.ts';
import { pauseCustomer } from '#functions/api/pause-customer.ts';
import { previewText } from '#functions/api/preview-text.ts';
import { rehearsePolicy } from '#functions/api/rehearse-policy.ts';
import { resolveDispute } from '#functions/api/resolve-dispute.ts';
import { resumeCustomer } from '#functions/api/resume-customer.ts';
import { sendMessage } from '#functions/api/send-message.ts';
import { setExperiment } from '#functions/api/set-experiment.ts';
import { setFollowUpPolicy } from '#functions/api/set-follow-up-policy.ts';
import { setLogo } from '#functions/api/set-logo.ts';
import { setText } from '#functions/api/set-text.ts';
import { updateAccount } from '#functions/api/update-account.ts';
import { updateAttention } from '#functions/api/update-attention.ts';
import { updateCustomer } from '#functions/api/update-customer.ts';
import { consoleAudit } from '#functions/console/console-audit.ts';
import { consoleDirectory } from '#functions/console/console-directory.ts';
import { consoleKeys } from '#functions/console/console-keys.ts';
import { consoleMember } from '#functions/console/console-member.ts';
import { consoleMembers } from '#functions/console/console-members.ts';
import { consolePasskeys } from '#functions/console/console-passkeys.ts';
import { consoleSession } from '#functions/console/console-session.ts';
import { consoleSignIn } from '#functions/console/console-sign-in.ts';
import { consoleTrial } from '#functions/console/console-trial.ts';
import { receiveEmail } from '#functions/messaging/receive-email.ts';
import { showLogo } from '#functions/payment/show-logo.ts';
import { rehearse } from '#functions/release/rehearse.ts';
import { rehearseRuns } from '#functions/release/rehearse-runs.ts';
import { reconcileProvider } from '#functions/scheduled/reconcile-provider.ts';
import { notifyAddress } from '#functions/webhooks/notify-address.ts';
import type { FunctionName } from '#infra/cdk/functions.ts';
import type { BackgroundName } from '#infra/cdk/table-access.ts';
import { type Channel, readSenders } from '#lib/domain/channels/channels.ts';
import type { DirectoryProtocol } from '#lib/endpoints/directory-protocol.ts';
import { relyingParty } from '#lib/endpoints/judge-passkey.ts';
import type { PasskeyJudge } from '#lib/endpoints/passkey-judge.ts';
import type { HttpEvent } from '#lib/http/request.ts';
import { OWN_ARN } from '#test/permissions/asked.ts';
import { type Recording, record } from '#test/permissions/record.ts';
import { SETTINGS } from '#test/simulation/aws/channels.ts';
import type { Ending } from '#test/simulation/aws/lambda.ts';
import { forgetSecrets } from '#test/simulation/aws/secrets.ts';
import { FAULTS } from '#test/simulation/kernel/faults.ts';
import type { Functions } from '#test/simulation/world/functions.ts';
import { install, type Seams } from '#test/simulation/world/install.ts';
import { loadEverything } from '#test/simulation/world/loaded-late.ts';
import { parts, service } from '#test/simulation/world/simulated.ts';
import { openTenants, type Tenant } from '#test/simulation/world/tenants.ts';
import { createWorld, type World } from '#test/simulation/world/world.ts';
import { anApiEvent, anEventOf, type Call } from '#test/support/api-event.ts';

const reconcile = reconcileProvider(service);

/** Believes what it gets: the library counts on real time, which there is none of here. */
const PASSKEY_JUDGE: PasskeyJudge = {
  relyingParty,
  judgeNewPasskey: async ({ id }) => ({ id, passkey: { publicKey: 'AA', counter: 0 } }),
  judgeSignIn: async ({ response }, { counter }, { holds }) => {
    holds(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()).challenge);
    return counter + 1;
  },
};

/** Answers what it is asked, at once. */
const DIRECTORY: DirectoryProtocol = {
  beginSignIn: async () => ({ url: 'https://directory.example/', state: 's', nonce: 'n', verifier: 'v' }),
  finishSignIn: async (_client, { code }) => ({
    sub: code,
    name: 'Chi',
    email: `${code}@shop.example`,
    email_verified: true,
    groups: ['staff'],
  }),
};

/** Those that the other worlds lack, made from the world's service. */
const OTHERS = {
  'console-audit': consoleAudit(service),
  'console-member': consoleMember(service),
  'console-keys': consoleKeys(service),
  'console-passkeys': consolePasskeys({ ...service, passkeyJudge: async () => PASSKEY_JUDGE }),
  'console-directory': consoleDirectory({ ...service, directoryProtocol: async () => DIRECTORY }),
  'console-trial': consoleTrial(service),
  'console-members': consoleMembers(service),
  'console-session': consoleSession(service),
  'list-attention': listAttention(service),
  'update-attention': updateAttention(service),
  'send-message': sendMessage(service),
  'decide-claim': decideClaim(service),
  'resolve-dispute': resolveDispute(service),
  'notify-address': notifyAddress(service),
  'get-book': getBook(service),
  'get-customer': getCustomer(service),
  'pause-customer': pauseCustomer(service),
  'resume-customer': resumeCustomer(service),
  'update-customer': updateCustomer(service),
  'list-customers': listCustomers(service),
  'get-experiment': getExperiment(service),
  'get-flow': getFlow(service),
  'list-journal': listJournal(service),
  'get-statement': getStatement(service),
  'list-account-payments': listAccountPayments(service),
  'console-sign-in': consoleSignIn(service),
  'get-openapi': getOpenapi(service),
  'get-recovery': getRecovery(service),
  'set-experiment': setExperiment(service),
  'get-account': getAccount(service),
  'update-account': updateAccount(service),
  'get-follow-up-policy': getFollowUpPolicy(service),
  'set-follow-up-policy': setFollowUpPolicy(service),
  'rehearse-policy': rehearsePolicy(service),
  'get-rehearsal': getRehearsal(service),
  'list-reminders': listReminders(service),
  'get-agenda': getAgenda(service),
  'list-texts': listTexts(service),
  'get-text': getText(service),
  'set-text': setText(service),
  'set-logo': setLogo(service),
  'show-logo': showLogo(service),
  'delete-text': deleteText(service),
  'preview-text': previewText(service),
  'not-found': notFound(service),
} satisfies Record<Exclude<FunctionName, keyof Functions | 'console-page'>, unknown>;

/** What the bucket of mails has. */
export const mail = { text: '' };

const A_COLLECTION = `pay_rehearsal0${'0'.repeat(25)}`;

/** What a sound release answers to its rehearsal. */
const RELEASED: Readonly<Record<string, (method: string, body: string | null, headers: object) => object>> = {
  'create-collection': (_method, body) => {
    const options = [{ method: 'payment_link', link: 'https://pay.example/pay/token' }, { method: 'virtual_account' }];
    const data = { id: A_COLLECTION, payable: { options } };
    return body === '{}' ? { statusCode: 400 } : { statusCode: 201, body: JSON.stringify({ data }) };
  },
  'payment-page': (method) =>
    method === 'POST'
      ? { statusCode: 303, headers: { location: 'https://rehearsal.invalid/pay/reference' } }
      : { statusCode: 200, body: '<input type="hidden" name="method" value="checkout">' },
  'receive-payment': (_method, _body, headers) =>
    JSON.stringify(headers).includes('v1=000')
      ? { statusCode: 401 }
      : { statusCode: 200, body: '{"message":"Webhook received"}' },
};

/** The channels of the rehearsal that is played. */
export const rehearsedBy: { channels: Channel[] } = { channels: [] };

const ALL = {
  ...OTHERS,
  'receive-email': receiveEmail({ ...service, readMail: async () => Buffer.from(mail.text) }),
  rehearse: rehearse({
    ...service,
    seal: async (_provider, text) => Buffer.from(text),
    invoke: async (name, event) => {
      const { httpMethod, body, headers } = event as HttpEvent;
      return { answer: RELEASED[name]?.(httpMethod, body, headers) };
    },
    tellCodeDeploy: async () => {},
  }),
  'rehearse-runs': rehearseRuns({
    ...service,
    configuredChannels: () => rehearsedBy.channels,
    // The versions that have traffic send what is due here.
    invoke: async () => ({ answer: { batchItemFailures: [] } }),
    tellCodeDeploy: async () => {},
  }),
  'reconcile-provider': (event: never) => reconcile(event, { invokedFunctionArn: OWN_ARN } as Context),
};

type Name = FunctionName | BackgroundName;

// biome-ignore lint/suspicious/noExplicitAny: each answer has its own shape, and the steps read few of its fields.
type Answer = { status: number; text: string; body: any; headers: Record<string, string> };

export type Tour = {
  world: World;
  tenant: Tenant;
  /** Calls the API as the tenant. @throws unless the status is below 400, or the one that the step expects */
  ask: (operation: Name, call?: Omit<Call, 'key'>, expected?: number) => Promise<Answer>;
  /** Calls a page for people, whose path has one parameter. */
  visit: (operation: Name, parameter: Record<string, string>, call?: Call) => Promise<Answer>;
  /** @throws what the function throws */
  invoke: (name: Name, event: unknown) => Promise<unknown>;
  wait: (milliseconds: number) => Promise<void>;
};

const START = Date.parse('2026-03-02T09:00:00.000Z');
const STEP_MS = 1_000;
const A_PUBLIC_ADDRESS = '8.8.8.8';
export const MAILBOX = { domain: 'replies.collections.example', bucket: 'mails' };
const POPULATION = { phones: ['+2348031230001'], currencies: ['NGN'] };

/** Schedules are made, and nothing comes of them. */
const neverDue: Seams['schedule'] = (input) => ({ ...input, ScheduleExpression: 'at(2036-01-01T00:00:00)' });

export async function openTour(recording: Recording): Promise<Tour> {
  // A world waits for no file: what functions load later must be there before.
  await loadEverything();
  const functions = (real: object) => ({ ...real, ...ALL }) as never;
  const seams = { functions, schedule: neverDue };
  const world = createWorld({ seed: 1, start: START, without: new Set(FAULTS), seams });
  install(world);
  record(world, recording);
  parts.resolve = async () => [A_PUBLIC_ADDRESS];
  parts.settings.senders = readSenders({
    ...SETTINGS,
    EMAIL_REPLY_DOMAIN: MAILBOX.domain,
    EMAIL_REPLY_BUCKET: MAILBOX.bucket,
  });
  world.tenants = await openTenants(false, POPULATION, 0);
  const [tenant] = world.tenants as [Tenant];
  const wait = (milliseconds: number) => world.kernel.runUntil(world.kernel.now() + milliseconds);
  const invoke = async (name: Name, event: unknown): Promise<unknown> => {
    // A function knows nothing that another has read.
    forgetSecrets(world);
    let ending: Ending | undefined;
    world.lambda.invoke(name as never, event, (ended) => {
      ending = ended;
    });
    while (ending === undefined && !world.kernel.isEndless()) await wait(STEP_MS);
    if (ending === undefined) throw new Error(`${name} never ends`);
    if (ending.kind !== 'returned') throw new Error(`${name} ${ending.kind}`, { cause: ending });
    return ending.value;
  };
  const visit: Tour['visit'] = async (name, pathParameters, call = {}) =>
    answerOf(await invoke(name, { ...anApiEvent(call), pathParameters }));
  return {
    world,
    tenant,
    invoke,
    visit,
    wait,
    ask: async (operation, call = {}, expected) => {
      const answer = answerOf(await invoke(operation, anEventOf(operation, { ...call, key: tenant.apiKey })));
      if (expected === undefined ? answer.status < 400 : answer.status === expected) return answer;
      throw new Error(`${operation} answered ${answer.status}: ${answer.text}`);
    },
  };
}

function answerOf(returned: unknown): Answer {
  const { statusCode: status, body: text, headers = {} } = returned as APIGatewayProxyResult;
  const body = text.startsWith('{') ? JSON.parse(text) : undefined;
  return { status, text, body, headers: headers as Record<string, string> };
}

/** Puts other seams in the place of the world's while a step runs. */
export async function withSeams<Result>(
  { world }: Tour,
  seams: Partial<World['seams']>,
  step: () => Promise<Result>,
): Promise<Result> {
  const before = { ...world.seams };
  Object.assign(world.seams, seams);
  try {
    return await step();
  } finally {
    Object.assign(world.seams, before);
  }
}
