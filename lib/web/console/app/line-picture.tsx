/** Lines over time as SVG: as sharp on paper as on a screen, in the colours of either mode. Its table says the same. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { scaleOf } from './home.ts';

/** `look` is a class that has the colour. */
type Line = { name: string; look: string; values: readonly number[] };

type Props = {
  /** What the picture shows, for those who hear it. */
  title: string;
  /** One for each step of time. */
  labels: readonly string[];
  lines: readonly Line[];
  /** In full, for the step that is pointed at. */
  exact: (value: number) => string;
  /** Short, for the scale. */
  short: (value: number) => string;
};

const HEIGHT = 220;
const LEFT = 58;
const BOTTOM = 26;
const TOP = 8;
const RIGHT = 8;
/** A label of a step needs so many pixels. */
const LABEL_WIDTH = 76;

export function LinePicture({ title, labels, lines, exact, short }: Props) {
  const { frame, width } = useWidth();
  const pointed = useSignal<number | undefined>(undefined);
  const scale = scaleOf(Math.max(0, ...lines.flatMap(({ values }) => values)));
  const top = scale.at(-1) ?? 1;
  const step = (width - LEFT - RIGHT) / Math.max(1, labels.length - 1);
  const x = (index: number) => LEFT + index * step;
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const shown = pointed.value ?? labels.length - 1;
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / step));
  const point = ({ offsetX }: PointerEvent) => {
    pointed.value = Math.min(labels.length - 1, Math.max(0, Math.round((offsetX - LEFT) / step)));
  };
  return (
    <div class="picture" ref={frame}>
      <p class="key" aria-hidden="true">
        <span>{labels[shown]}</span>
        {lines.map(({ name, look, values }) => (
          <span key={name} class={`line-name ${look}`}>
            {name} <b>{exact(values[shown] ?? 0)}</b>
          </span>
        ))}
      </p>
      {width > 0 && (
        <svg
          role="img"
          aria-label={title}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          onPointerMove={point}
          onPointerLeave={() => {
            pointed.value = undefined;
          }}
        >
          {scale.map((value) => (
            <g key={value} class="scale">
              <line x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} />
              <text x={LEFT - 8} y={y(value) + 4} text-anchor="end">
                {short(value)}
              </text>
            </g>
          ))}
          {labels.map(
            (label, index) =>
              (labels.length - 1 - index) % every === 0 && (
                <text
                  key={label}
                  x={x(index)}
                  y={HEIGHT - 6}
                  text-anchor={index === labels.length - 1 ? 'end' : 'middle'}
                >
                  {label}
                </text>
              ),
          )}
          <line class="pointed" x1={x(shown)} x2={x(shown)} y1={TOP} y2={HEIGHT - BOTTOM} />
          {lines.map(({ name, look, values }) => (
            <g key={name} class={look}>
              <polyline points={values.map((value, index) => `${x(index)},${y(value)}`).join(' ')} />
              <circle cx={x(shown)} cy={y(values[shown] ?? 0)} r="4.5" />
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

/** A picture is drawn anew at each width, so that its letters keep their size. */
function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const width = useSignal(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => {
      width.value = element.clientWidth;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, width: width.value };
}
