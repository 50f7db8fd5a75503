/** Small parts that every screen of the workbench uses, beside those of the kit. */

import type { ComponentChildren } from 'preact';
import { curl } from '#lib/web/kit/curl.ts';
import { CopyButton, Hidden, Instant } from '#lib/web/kit/parts.tsx';
import { openConsole } from './api.ts';
import { now } from './state.ts';
import { exactInstant, relative, shortInstant } from './time.ts';

/** How long ago, or in how long; the exact time is in the title. */
export const Ago = ({ at }: { at: number }) => (
  <Instant at={at} title={exactInstant(at)}>
    {relative(at, now.value)}
  </Instant>
);

/** The time itself; how far away it is is in the title. */
export const At = ({ at }: { at: number }) => (
  <Instant at={at} title={`${exactInstant(at)} (${relative(at, now.value)})`}>
    {shortInstant(at)}
  </Instant>
);

/** Text to take along, with a button that copies it. */
export const Copyable = ({ text, label }: { text: string; label: string }) => (
  <div class="copyable">
    <pre>{text}</pre>
    <CopyButton text={text} look="quiet" copied="Copied">
      Copy
      <Hidden> {label}</Hidden>
    </CopyButton>
  </div>
);

/** A call, folded away until somebody wants it. */
export function Curl({ title, ...call }: { title: string } & Parameters<typeof curl>[0]) {
  return (
    <details class="fold">
      <summary>{title}</summary>
      <Copyable text={curl(call)} label={title} />
    </details>
  );
}

export const Status = ({ status }: { status: string }) => <span class={`status ${status}`}>{status}</span>;

type ConsoleLinkProps = { screen?: string; look?: string; children: ComponentChildren };

/** To a screen of the merchant console. The click signs in. */
export function ConsoleLink({ screen = 'collections', look, children }: ConsoleLinkProps) {
  const href = `/console#/${screen}`;
  const open = (event: Event) => {
    event.preventDefault();
    void openConsole(href);
  };
  return (
    <a href={href} class={look} onClick={open}>
      {children}
    </a>
  );
}
