import type { ComponentProps } from 'react';
import { TextField } from '#src/ui/field.tsx';

/** Six digits that were mailed, or that an app shows. */
export const CodeField = (props: Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'autoFocus'>) => (
  <TextField
    {...props}
    name="code"
    className="input-code"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={20}
    required
  />
);
