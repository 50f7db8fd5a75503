/** The last calls with API keys that were refused, each with the request id that its answer had. */
import type { FailedCall } from '#lib/domain/failed-call.ts';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import type { DevelopersWords } from '#lib/words/settings-words.ts';
import { read } from './api.ts';
import { useLoad } from './load.ts';
import { At, Loading, Trouble } from './parts.tsx';

export function RefusedPanel({ texts }: { texts: DevelopersWords }) {
  const { data, problem, reload } = useLoad('refused', () => read<FailedCall[]>('console/audit?list=failed_calls'));
  return (
    <Panel title={texts.refusedCalls} aside={<Button onClick={() => void reload()}>{texts.readAgain}</Button>}>
      <p class="small">{texts.refusedIntro}</p>
      {problem !== undefined && <Trouble problem={problem} retry={() => void reload()} />}
      {data === undefined && problem === undefined && <Loading />}
      {data?.length === 0 && <p>{texts.noRefused}</p>}
      <ul class="rules">
        {data?.map((call) => (
          <Row key={call.requestId} {...{ call, texts }} />
        ))}
      </ul>
    </Panel>
  );
}

/** What the service said is English, as in the answer that the program got. */
function Row({ call: { at, requestId, call, status, code, message, faults = [] }, texts }: RowProps) {
  return (
    <li class="row">
      <div>
        <span lang="en">
          <strong>
            {status} {code}
          </strong>{' '}
          {call}
        </span>
        <span class="small" lang="en">
          {message}
        </span>
        {faults.map(({ path, message }) => (
          <span key={`${path} ${message}`} class="small" lang="en">
            <code>{path}</code> {message}
          </span>
        ))}
        <span class="small">
          {texts.requestId}: <code>{requestId}</code>
        </span>
      </div>
      <span class="when">
        <At at={Date.parse(at)} />
      </span>
    </li>
  );
}

type RowProps = { call: FailedCall; texts: DevelopersWords };
