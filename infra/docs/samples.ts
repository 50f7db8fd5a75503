/** One call as a line for a shell, with our client, in Python and in PHP. */
import { curl } from '#lib/web/kit/curl.ts';
import type { Service } from './openapi.ts';

/** `path` has its parameters in braces, and `filled` has values for them. */
export type SampleCall = {
  method: string;
  path: string;
  filled: string;
  values: Readonly<Record<string, string>>;
  hasKey: boolean;
  body: unknown;
};

export type Sample = { language: 'curl' | 'JavaScript' | 'Python' | 'PHP'; text: string };

export function samplesOf(call: SampleCall, { baseUrl, apiKey }: Pick<Service, 'baseUrl' | 'apiKey'>): Sample[] {
  const { method, filled, hasKey, body } = call;
  const url = `${baseUrl}${filled}`;
  const asked = { url, method, body, ...(hasKey && { apiKey }) };
  return [
    { language: 'curl', text: curl(asked) },
    // The client calls what needs a key.
    ...(hasKey ? [{ language: 'JavaScript' as const, text: javaScript(call, { baseUrl, apiKey }) }] : []),
    { language: 'Python', text: python(asked) },
    { language: 'PHP', text: php(asked) },
  ];
}

type SampleRequest = { url: string; method: string; apiKey?: string; body: unknown };

function javaScript({ method, path, values, body }: SampleCall, client: { baseUrl: string; apiKey: string }): string {
  const given = {
    ...(Object.keys(values).length > 0 && { path: values }),
    ...(body !== undefined && { body }),
  };
  const argument = Object.keys(given).length === 0 ? '' : `, ${literal(given)}`;
  return [
    "import { Collections } from 'collections-client';",
    '',
    `const client = new Collections(${literal(client)});`,
    `const { data } = await client.call('${method} ${path}'${argument});`,
    'console.log(data);',
  ].join('\n');
}

/** JSON, with names as JavaScript writes them. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');

function python({ url, method, apiKey, body }: SampleRequest): string {
  const lines = [
    JSON.stringify(url),
    ...(apiKey === undefined ? [] : [`headers={"x-api-key": ${JSON.stringify(apiKey)}}`]),
    ...(body === undefined ? [] : [`json=${pythonLiteral(body)}`]),
    'timeout=30',
  ];
  return [
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(`,
    ...lines.map((line) => `    ${line.replaceAll('\n', '\n    ')},`),
    ')',
    'answer.raise_for_status()',
    'print(answer.json()["data"])',
  ].join('\n');
}

function pythonLiteral(value: unknown, indent = ''): string {
  const inner = `${indent}    `;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[${value.map((each) => pythonLiteral(each, indent)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  const rows = entries.map(([name, each]) => `${inner}${JSON.stringify(name)}: ${pythonLiteral(each, inner)},`);
  return `{\n${rows.join('\n')}\n${indent}}`;
}

function php({ url, method, apiKey, body }: SampleRequest): string {
  const headers = [
    ...(apiKey === undefined ? [] : [`x-api-key: ${apiKey}`]),
    ...(body === undefined ? [] : ['content-type: application/json']),
  ];
  return [
    '<?php',
    `$call = curl_init(${phpText(url)});`,
    'curl_setopt_array($call, [',
    `    CURLOPT_CUSTOMREQUEST => ${phpText(method)},`,
    ...(headers.length === 0 ? [] : [`    CURLOPT_HTTPHEADER => [${headers.map(phpText).join(', ')}],`]),
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => ${phpText(JSON.stringify(body))},`]),
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    '$answer = json_decode(curl_exec($call), true);',
    "print_r($answer['data']);",
  ].join('\n');
}

const phpText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
