/** `cli region`: the permissions of a Region, against a fake of IAM as its Query protocol is documented. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as stages from '#infra/cdk/stages.ts';
import { reopen, retire } from '#infra/cli/commands/region.ts';
import { startStubServer } from '#test/support/stub-server.ts';

type Role = { table?: string; retired?: string };

let roles: Map<string, Role>;
const PAGE = 2;

const access = (region: string) =>
  encodeURIComponent(JSON.stringify({ Resource: `arn:aws:dynamodb:${region}:111111111111:table/t` }));

function answer(body: string): { status: number; text: string } {
  const asked = Object.fromEntries(new URLSearchParams(body));
  const role = roles.get(asked['RoleName'] ?? '');
  const missing = { status: 404, text: '<Error><Code>NoSuchEntity</Code><Message>none</Message></Error>' };
  if (asked['Action'] === 'ListRoles') {
    const from = Number(asked['Marker'] ?? 0);
    const page = [...roles.keys()].slice(from, from + PAGE).map((name) => `<RoleName>${name}</RoleName>`);
    return { status: 200, text: page.join('') + (from + PAGE < roles.size ? `<Marker>${from + PAGE}</Marker>` : '') };
  }
  if (role === undefined) return missing;
  if (asked['Action'] === 'GetRolePolicy')
    return role.table ? { status: 200, text: `<PolicyDocument>${access(role.table)}</PolicyDocument>` } : missing;
  if (asked['Action'] === 'DeleteRolePolicy' && role.retired === undefined) return missing;
  const { retired: _, ...rest } = role;
  const given = asked['Action'] === 'PutRolePolicy' ? { retired: asked['PolicyDocument'] ?? '' } : {};
  roles.set(asked['RoleName'] ?? '', { ...rest, ...given });
  return { status: 200, text: '' };
}

beforeAll(async () => {
  const { url } = await startStubServer((_, body) => answer(body));
  Object.assign(process.env, { AWS_ENDPOINT_URL: url, AWS_REGION: 'eu-central-1' });
});

beforeEach(() => {
  roles = new Map<string, Role>([
    ['collections-prod-background-Run1', { table: 'eu-west-1' }],
    ['somebody-else', { table: 'eu-west-1' }],
    ['collections-prod-operations-Create1', { table: 'eu-west-1' }],
    ['collections-prod-background-Schedules', {}],
    ['collections-prod-background-Run2', { table: 'eu-central-1' }],
    ['collections-staging-background-Run', { table: 'eu-west-1' }],
  ]);
  vi.restoreAllMocks();
});

const serving = (region: string) =>
  vi.spyOn(stages, 'chooseStage').mockReturnValue({ region } as ReturnType<typeof stages.chooseStage>);
const retired = () => [...roles].filter(([, role]) => role.retired !== undefined).map(([name]) => name);
const prod = { stage: 'prod', region: 'eu-west-1' };
const OF_THE_LOST = ['collections-prod-background-Run1', 'collections-prod-operations-Create1'];

describe('a Region that is lost', () => {
  it('may do nothing any more, and the other stages and Regions may do as before; twice is as once', async () => {
    serving('eu-central-1');
    for (const _ of [1, 2]) expect((await retire(prod)).data).toEqual({ region: 'eu-west-1', roles: 2 });
    expect(retired()).toEqual(OF_THE_LOST);
    expect(JSON.parse(roles.get(OF_THE_LOST[0] ?? '')?.retired ?? '')).toMatchObject({
      Statement: [{ Effect: 'Deny', Action: '*', Resource: '*' }],
    });
  });

  it('is the one that sends, as long as the settings name it: then only `--yes` retires it', async () => {
    serving('eu-west-1');
    await expect(retire(prod)).rejects.toThrow('eu-west-1 is the Region that the settings of "prod" name');
    expect(retired()).toEqual([]);
    await retire({ ...prod, yes: true });
    expect(retired()).toEqual(OF_THE_LOST);
  });

  it('goes on only when the settings name it again: while the other sends, it is refused', async () => {
    serving('eu-central-1');
    await retire(prod);
    await expect(reopen(prod)).rejects.toThrow('two would send for one book');
    expect(retired()).toEqual(OF_THE_LOST);
    serving('eu-west-1');
    for (const _ of [1, 2]) expect((await reopen(prod)).data).toEqual({ region: 'eu-west-1', roles: 2 });
    expect(retired()).toEqual([]);
  });

  it('where the stage has nothing is named', async () => {
    serving('eu-central-1');
    await expect(retire({ stage: 'prod', region: 'eu-north-1' })).rejects.toThrow('has no functions in eu-north-1');
  });
});
