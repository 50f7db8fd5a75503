/**
 * `region retire` and `region reopen`: whether the stage of a Region may do anything. IAM is one for all Regions, so a Region that is lost can be
 * retired while it is away, and wakes up without permissions: two Regions never send for one book.
 */
import { chooseStage, STAGES } from '#infra/cdk/stages.ts';
import { CommandFailure, type Run, stageOf, textOf } from '#infra/cli/command.ts';
import { callAws, elements } from '#infra/cli/doctor/aws-call.ts';

const VERSION = '2010-05-08';

const iam = (Action: string, input: Record<string, string>): Promise<string> =>
  callAws({ service: 'iam', query: { Action, Version: VERSION, ...input } });

/** A policy that `infra/cdk/constructs/inline-role.ts` gives to the role of each function: it names the table, and with it the Region. */
const ACCESS = 'Access';
const RETIRED = 'Retired';
const NOTHING = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Deny', Action: '*', Resource: '*' }],
});

async function rolesOf(stage: string, region: string): Promise<string[]> {
  const names: string[] = [];
  let marker: string | undefined;
  do {
    const page = await iam('ListRoles', { MaxItems: '1000', ...(marker && { Marker: marker }) });
    names.push(...elements(page, 'RoleName').filter((name) => name.startsWith(`collections-${stage}-`)));
    [marker] = elements(page, 'Marker');
  } while (marker);
  const found: string[] = [];
  for (const name of names) if (await isIn(name, region)) found.push(name);
  return found;
}

/** IAM answers a policy as the text of an address. */
async function isIn(RoleName: string, region: string): Promise<boolean> {
  const policy = await iam('GetRolePolicy', { RoleName, PolicyName: ACCESS }).catch(nothingThere);
  return decodeURIComponent(policy).includes(`:dynamodb:${region}:`);
}

function nothingThere(error: Error): string {
  if (error.message.startsWith('iam answers 404')) return '';
  throw error;
}

type Order = { stage: string; region: string; roles: string[] };

async function read(values: Parameters<Run>[0]): Promise<Order> {
  const [stage, region] = [stageOf(values), textOf(values, 'region')];
  const roles = await rolesOf(stage, region);
  if (roles.length === 0) throw new CommandFailure(`The stage "${stage}" has no functions in ${region}.`);
  return { stage, region, roles };
}

const serving = (stage: string): string | undefined => chooseStage(stage, STAGES).region;

/** @throws CommandFailure for the Region that the settings name: it is the one that sends */
export const retire: Run = async (values) => {
  const { stage, region, roles } = await read(values);
  if (serving(stage) === region && !values['yes'])
    throw new CommandFailure(
      `${region} is the Region that the settings of "${stage}" name: without it nothing is sent and no request is answered. If it is lost, say --yes.`,
    );
  for (const RoleName of roles) await iam('PutRolePolicy', { RoleName, PolicyName: RETIRED, PolicyDocument: NOTHING });
  const text = `The stage "${stage}" may do nothing in ${region} any more: ${roles.length} functions. It takes effect there within a minute of its return.`;
  return { data: { region, roles: roles.length }, text };
};

/** @throws CommandFailure while the settings name another Region: that one sends */
export const reopen: Run = async (values) => {
  const { stage, region, roles } = await read(values);
  const other = serving(stage);
  if (other !== region)
    throw new CommandFailure(
      `The settings of "${stage}" name ${other ?? 'no Region'}, and not ${region}: two would send for one book. Retire that one, change the settings, then reopen.`,
    );
  for (const RoleName of roles) {
    await iam('DeleteRolePolicy', { RoleName, PolicyName: RETIRED }).catch(nothingThere);
  }
  return { data: { region, roles: roles.length }, text: `The stage "${stage}" goes on in ${region}.` };
};
