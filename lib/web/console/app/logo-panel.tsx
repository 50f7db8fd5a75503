/** The logo of the business: what it is now, and another one from a file. */
import { useSignal } from '@preact/signals';
import type { AccountResponse } from '#lib/contract/account.ts';
import { LOGO_TYPES, MAX_LOGO_BYTES } from '#lib/domain/logo/logo.ts';
import { FileField } from '#lib/web/kit/field.tsx';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import type { SettingsWords } from '#lib/words/settings-words.ts';
import { ask, Refusal } from './api.ts';
import { Refused } from './dialog.tsx';
import { faultsOf } from './faults.ts';
import { said } from './state.ts';

type Props = { texts: SettingsWords; logo: AccountResponse['logo']; reload: () => Promise<void> };

export function LogoPanel({ texts, logo, reload }: Props) {
  const isBusy = useSignal(false);
  const fault = useSignal<string | undefined>(undefined);
  const problem = useSignal<unknown>(undefined);
  const save = async (image: string | null) => {
    isBusy.value = true;
    fault.value = undefined;
    problem.value = undefined;
    try {
      await ask('PUT', 'public/account/logo', { body: { image } });
      said.value = image === null ? texts.logoRemoved : texts.logoSaved;
      await reload();
    } catch (error) {
      const refused = error instanceof Refusal ? faultsOf(error, texts.faults)['image'] : undefined;
      if (refused === undefined) problem.value = error;
      fault.value = refused;
    } finally {
      isBusy.value = false;
    }
  };
  const choose = async (file: File) => {
    if (file.size > MAX_LOGO_BYTES) fault.value = texts.logoTooLarge;
    else await save(await base64Of(file));
  };
  return (
    <Panel title={texts.logo}>
      {logo !== null && (
        <p>
          <img class="logo" src={shown(logo)} alt={texts.logo} width={logo.width} height={logo.height} />
        </p>
      )}
      <FileField
        name="logo"
        label={texts.chooseLogo}
        hint={texts.logoHint}
        fault={fault.value}
        accept={Object.values(LOGO_TYPES).join()}
        disabled={isBusy.value}
        onFile={(file) => void choose(file)}
      />
      {problem.value !== undefined && <Refused problem={problem.value} />}
      {logo !== null && (
        <Button disabled={isBusy.value} onClick={() => void save(null)}>
          {texts.removeLogo}
        </Button>
      )}
    </Panel>
  );
}

/** Beside the page: the console may be open under another name of the service. */
const shown = ({ url }: { url: string }): string => `logo/${url.slice(url.lastIndexOf('/') + 1)}`;

const base64Of = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
};
