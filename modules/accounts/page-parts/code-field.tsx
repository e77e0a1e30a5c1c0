import type { ComponentProps } from 'react';
import { TextField } from '#src/ui/field.tsx';
import type { OwnForm } from '#src/web/forms/own-form.ts';
import type { PageCall } from '#src/web/http.ts';

export const CodeField = (props: Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'autoFocus'>) => (
  <TextField
    {...props}
    name="code"
    className="input-code"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={40}
    required
  />
);

/** Accepts six digits or a recovery code, so no numeric keypad. */
export function FactorField(props: { label: string; hint: string; autoFocus: boolean }) {
  return (
    <TextField
      {...props}
      name="code"
      className="input-code input-factor"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      required
    />
  );
}

/** Shows a refused code at its field. */
export const codeForm = ({ i18n }: Pick<PageCall, 'i18n'>): OwnForm => ({
  secrets: ['code'],
  beside: ({ code }) => (code === 'INVALID_CODE' ? { code: i18n.t('accounts.code.wrong') } : null),
});
