import type { ReactElement } from 'react';
import { Button } from './button.tsx';

/** `bad`: invalid; `wait`: not yet known. */
export type VoucherCode = { code: string; name: string; text: string; tone: 'good' | 'bad' | 'wait' };
export type VoucherBoxTexts = {
  title: string;
  label: string;
  redeem: string;
  remove: string;
  /** With `{code}`. */
  removeCode: string;
  /** For a script without a response. */
  noAnswer: string;
};

/** Without a script a refused code focuses its field. */
const atOnce = { autoFocus: true };

/** Voucher codes with their effect. The controls belong to the form `booking`, so that input of the step is posted along. */
export function VoucherBox(props: {
  codes: readonly VoucherCode[];
  texts: VoucherBoxTexts;
  action: string;
  /** The refused code and why. */
  refused: { code: string; text: string } | null;
  /** Typed, but not yet redeemed. */
  input: string;
  isBusy?: boolean;
  /** A new value resets the field. */
  round?: number;
}): ReactElement {
  const { codes, texts, action, refused, input, isBusy, round = 0 } = props;
  const button = (intent: string) => ({
    form: 'booking',
    formAction: `${action}#vouchers`,
    name: 'intent',
    value: intent,
    'aria-disabled': isBusy ? (true as const) : undefined,
  });
  return (
    <section
      className="voucher-box"
      id="vouchers"
      aria-label={texts.title}
      tabIndex={-1}
      data-no-answer={texts.noAnswer}
    >
      <label className="field-label" htmlFor="field-voucherCode">
        {texts.label}
      </label>
      <div className="voucher-entry">
        <input
          key={round}
          id="field-voucherCode"
          className="input"
          type="text"
          name="voucherCode"
          form="booking"
          defaultValue={refused?.code ?? input}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...(refused ? { ...atOnce, 'aria-invalid': true, 'aria-describedby': 'field-voucherCode-error' } : {})}
        />
        <Button look="quiet" {...button('voucher')}>
          {texts.redeem}
        </Button>
      </div>
      {refused ? (
        <>
          <input type="hidden" name="voucherTried" form="booking" value={refused.code} />
          <p className="field-error" id="field-voucherCode-error" role="alert">
            {refused.text}
          </p>
        </>
      ) : null}
      <div role="status">
        {codes.length === 0 ? null : (
          <ul className="voucher-codes">
            {codes.map(({ code, name, text, tone }) => (
              <li key={code} data-tone={tone}>
                <span className="voucher-named">
                  <strong>{code}</strong>
                  {name ? <span className="soft"> {name}</span> : null}
                </span>
                <span className="voucher-effect">{text}</span>
                <Button
                  look="plain"
                  small
                  {...button(`voucher-remove:${code}`)}
                  aria-label={texts.removeCode.replace('{code}', code)}
                >
                  {texts.remove}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
