/** The templates of a stage's stacks as one, as if each value that one stack takes from another were its own. */

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of any shape, and the tests say which.
type Json = Record<string, any>;

export type Joined = { Resources: Json; Outputs: Json };

/** `templates` by the names of their stacks. Throws when two stacks have a resource or an output of the same name. */
export function joinTemplates(templates: Record<string, Json>): Joined {
  const outputOf = (stack: string, name: string): unknown => templates[stack]?.['Outputs'][name].Value;
  const inlined = JSON.parse(JSON.stringify(templates), (_, value) => {
    const from = value?.['Fn::GetStackOutput'];
    return from ? outputOf(from.StackName, from.OutputName) : value;
  }) as typeof templates;
  const sections = (name: string): Json => unite(Object.values(inlined).map((template) => template[name] ?? {}));
  const outputs = Object.entries(sections('Outputs')).filter(([name]) => !name.startsWith('PublishOutput'));
  return { Resources: sections('Resources'), Outputs: Object.fromEntries(outputs) };
}

function unite(parts: Json[]): Json {
  const names = parts.flatMap((part) => Object.keys(part));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice) throw new Error(`two stacks have ${twice}`);
  return Object.assign({}, ...parts);
}
