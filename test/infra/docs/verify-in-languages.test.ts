/** The functions of the guide that verify a webhook, in each language that this machine can run: they believe what we sign, and nothing else. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deriveSecret, signedHeaders } from '#lib/domain/webhook/signature.ts';

const GUIDE = readFileSync('docs/guides/webhooks.md', 'utf8');
const exampleIn = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([^\`]*(?:\`[^\`]+)*?)\n\`\`\``).exec(GUIDE)?.[1] ?? '';

const secret = deriveSecret('key', 'whe_1', 1);
const other = deriveSecret('key', 'whe_1', 2);
const body = '{"amount":"45.000 €"}';
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const signed = (secrets: string[], sentAt = new Date()) => signedHeaders({ id: 'evt_1', body, sentAt, secrets });

const CASES: readonly [what: string, given: { body: string; headers: Record<string, string>; isTrue: boolean }][] = [
  ['what we sign', { body, headers: signed([secret]), isTrue: true }],
  ['what is signed with the new secret and the old one', { body, headers: signed([other, secret]), isTrue: true }],
  ['another secret', { body, headers: signed([other]), isTrue: false }],
  ['another body', { body: `${body} `, headers: signed([secret]), isTrue: false }],
  ['another event', { body, headers: { ...signed([secret]), 'webhook-id': 'evt_2' }, isTrue: false }],
  ['what was sent ten minutes ago', { body, headers: signed([secret], minutesAgo(10)), isTrue: false }],
  ['what will be sent', { body, headers: signed([secret], minutesAgo(-10)), isTrue: false }],
  ['a time that is none', { body, headers: { ...signed([secret]), 'webhook-timestamp': 'soon' }, isTrue: false }],
  ['no headers', { body, headers: {}, isTrue: false }],
  [
    'a signature that is none',
    { body, headers: { ...signed([secret]), 'webhook-signature': 'v1,€ v2,' }, isTrue: false },
  ],
];

/** How a program reads the case from its first argument and prints 1 or 0. */
const PROGRAMS = {
  js: {
    run: 'node',
    file: 'verify.mjs',
    end: `const { body, headers, secret } = JSON.parse(process.argv[2]);\nconsole.log(verify(body, headers, secret) ? 1 : 0);`,
  },
  python: {
    run: 'python3',
    file: 'verify.py',
    end: `import json, sys\ngiven = json.loads(sys.argv[1])\nprint(1 if verify(given["body"].encode(), given["headers"], given["secret"]) else 0)`,
  },
  php: {
    run: 'php',
    file: 'verify.php',
    end: `$given = json_decode($argv[1], true);\necho verify($given['body'], $given['headers'], $given['secret']) ? 1 : 0;`,
  },
} as const;

const folder = mkdtempSync(join(tmpdir(), 'verify-'));

describe.each(Object.entries(PROGRAMS))('the function in %s', (language, { run, file, end }) => {
  const path = join(folder, file);
  const start = language === 'php' ? '<?php\n' : '';
  writeFileSync(path, `${start}${exampleIn(language)}\n${end}\n`);
  const isHere = spawnSync(run, ['--version']).status === 0;

  it.runIf(isHere).each(CASES)(`judges in ${language}: %s`, (_what, { isTrue, ...given }) => {
    const printed = execFileSync(run, [path, JSON.stringify({ ...given, secret })], { encoding: 'utf8' });
    expect(printed.trim()).toBe(isTrue ? '1' : '0');
  });
});
