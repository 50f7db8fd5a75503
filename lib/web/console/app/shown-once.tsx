/** Shows a secret that nobody can see again, to be copied. */
import type { ComponentChildren } from 'preact';
import { Button } from '#lib/web/kit/parts.tsx';
import { Dialog } from './dialog.tsx';
import { Copy } from './parts.tsx';

type OnceProps = {
  title: string;
  intro: string;
  label: string;
  copy: string;
  done: string;
  secret: string;
  children?: ComponentChildren;
  onClose: () => void;
};

export const Once = ({ title, intro, label, copy, done, secret, children, onClose }: OnceProps) => (
  <Dialog title={title} onClose={onClose}>
    <p class="intro">{intro}</p>
    {children}
    <input class="link" aria-label={label} readOnly value={secret} />
    <div class="buttons">
      <Copy text={secret} label={copy} />
      <Button look="quiet" onClick={onClose}>
        {done}
      </Button>
    </div>
  </Dialog>
);
