/** A call as a line for a shell. */

type Call = { method?: string; url: string; apiKey?: string; body?: unknown };

export function curl({ method = 'GET', url, apiKey, body }: Call): string {
  return [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} ${url}`,
    ...(apiKey === undefined ? [] : [`-H 'x-api-key: ${apiKey}'`]),
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
