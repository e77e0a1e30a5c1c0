import type { ComponentProps, ReactElement } from 'react';
import { framed, type TextField, useFieldView } from './field.tsx';

/**
 * A date, a moment or a colour as text, as people type it, and beside it the browser's own control to choose one. With a
 * script a button opens that (`islands/pickers.ts`); without one the control itself stands there and is posted as `pick`.
 * The text is what counts, so whatever was typed comes back, and a day without a time stays one.
 */
type Picked = ComponentProps<typeof TextField> & {
  /** The name of the control beside it; without one there is none where there is no script. */
  pick?: string;
  /** What that is called. */
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

/** Six digits of a colour, which is the only way that the control takes one. */
const isColour = (text: unknown): text is string => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text);

export const ColourField = ({
  pick,
  pickLabel,
  shown,
  none,
  ...given
}: Picked & {
  /** The name of what the control showed, since it is never empty. */
  shown: string;
  /** What it shows where there is none. */
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
