/** The functions of a template, each with its variables and the statements of its role, as the template has them. */
type Resource = { Type: string; Properties?: unknown; Metadata?: Record<string, string> };

export type Statement = {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, string | string[]>>;
};

type FunctionProperties = { Role: unknown; Environment: { Variables: Record<string, unknown> } };
type PolicyProperties = { Roles: unknown[]; PolicyDocument: { Statement: Statement[] } };

export type StackFunction = { environment: Record<string, unknown>; statements: Statement[] };

/** The logical id of the resource that a value of the template refers to. */
export function idIn(value: unknown): string | undefined {
  const [, id] = /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(JSON.stringify(value) ?? '') ?? [];
  return id;
}

/** By name. */
export function functionsIn(template: { Resources?: Record<string, Resource> }): ReadonlyMap<string, StackFunction> {
  const resources = Object.values(template.Resources ?? {});
  const propertiesOf = <Properties>(type: string) =>
    resources
      .filter(({ Type }) => Type === type)
      .map((each) => ({ ...each, Properties: each.Properties as Properties }));
  const policies = propertiesOf<PolicyProperties>('AWS::IAM::Policy').map(({ Properties }) => Properties);
  return new Map(
    propertiesOf<FunctionProperties>('AWS::Lambda::Function').map(({ Properties, Metadata }) => {
      const role = idIn(Properties.Role);
      const statements = policies
        .filter(({ Roles }) => Roles.some((each) => idIn(each) === role))
        .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
      return [nameIn(Metadata?.['aws:cdk:path']), { environment: Properties.Environment.Variables, statements }];
    }),
  );
}

/** `…/FollowUps/Sweep/Resource` → `sweep`; `…/Relay/Function/Resource` → `relay`. */
function nameIn(path = ''): string {
  const name =
    path
      .replace(/(\/Function)?\/Resource$/, '')
      .split('/')
      .at(-1) ?? '';
  return name.replace(/\B[A-Z]/g, '-$&').toLowerCase();
}
