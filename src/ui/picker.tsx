import type { ComponentProps, ReactElement } from 'react';
import { framed, type TextField, useFieldView } from './field.tsx';

/**
 * A date, time or color as text with the browser's picker beside it. With a script a button opens it (`islands/pickers.ts`);
 * without one the picker is visible and posted as `pick`. The text counts, so input is preserved, and a day without a time stays
 * one.
 */
type Picked = ComponentProps<typeof TextField> & {
  /** The picker's name; without one there is no picker without a script. */
  pick?: string;
  pickLabel: string;
};

export const DatePicker = ({
  kind,
  pick,
  pickLabel,
  ...given
}: Picked & { kind: 'date' | 'datetime-local' }): ReactElement =>
  framed(useFieldView(given), ({ className, ...input }) => (
    <span className="picked input-short">
      <input
        inputMode="numeric"
        maxLength={20}
        {...input}
        type="text"
        className={className}
        data-pick={kind}
        data-pick-label={pickLabel}
      />
      {pick ? (
        <noscript>
          <input type={kind} name={pick} className="input" aria-label={pickLabel} />
        </noscript>
      ) : null}
    </span>
  ));

/** The only format of color inputs. */
const isColour = (text: unknown): text is string => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text);

export const ColourField = ({
  pick,
  pickLabel,
  shown,
  none,
  ...given
}: Picked & {
  /** The name of the initial value, since the picker is never empty. */
  shown: string;
  /** The initial value when the text is empty. */
  none: string;
}): ReactElement => {
  const props = useFieldView(given);
  const colour = isColour(props.defaultValue) ? props.defaultValue.toLowerCase() : none;
  return framed(props, (input) => (
    <span className="picked input-short">
      <input autoComplete="off" spellCheck={false} maxLength={7} {...input} type="text" data-pick="color" />
      <input type="color" name={pick} defaultValue={colour} aria-label={pickLabel} />
      <input type="hidden" name={shown} value={colour} />
    </span>
  ));
};
