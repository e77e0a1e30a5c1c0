import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { savedInField, voucherIntentOf } from '#modules/booking/rules/voucher-intent.ts';
import type { Voucher } from '#modules/vouchers/rules/voucher.ts';
import { callServer } from '../call.ts';
import { backToBox, codeControl, postPlainly, showNoConnection } from '../voucher-box.ts';
import type { StepRules } from './rules.ts';

type Refused = { code: string; text: string } | null;
type Answer = { voucherCodes: string[]; vouchers: Voucher[]; refused: Refused };
export type ServerError = { message: string; errorId: string };
export type Entered = Answer & {
  /** Not redeemed; stays in the field. */
  codeInput: string;
  isBusy: boolean;
  round: number;
  serverError: ServerError | null;
};

/** The server stores the codes as without scripts and answers their details; their discount is computed here. */
export function useVouchers(
  form: RefObject<HTMLFormElement | null>,
  start: Answer & Pick<Entered, 'codeInput'>,
  wake: () => Promise<StepRules | null>,
): { entered: Entered; takeOver(event: FormEvent<HTMLFormElement>): boolean; closeError(): void } {
  const { voucherCodes, vouchers, refused, codeInput } = start;
  const [entered, setEntered] = useState<Entered>({
    voucherCodes,
    vouchers,
    refused,
    codeInput,
    isBusy: false,
    round: 0,
    serverError: null,
  });
  const lastIntent = useRef('');
  const { round } = entered;
  useEffect(() => {
    if (round > 0) backToBox(lastIntent.current);
  }, [round]);

  const send = async (body: FormData): Promise<void> => {
    if (!form.current || entered.isBusy) return;
    setEntered((before) => ({ ...before, isBusy: true }));
    const answer = await ask(form.current, body, wake);
    if (answer === 'none') {
      setEntered((before) => ({ ...before, isBusy: false }));
      return showNoConnection();
    }
    if (!answer) return postPlainly(form.current, body);
    if ('errorId' in answer) return setEntered((before) => ({ ...before, isBusy: false, serverError: answer }));
    lastIntent.current = String(body.get('intent'));
    setEntered((before) => ({
      ...answer,
      codeInput: savedInField(body),
      isBusy: false,
      round: before.round + 1,
      serverError: null,
    }));
  };

  const takeOver = (event: FormEvent<HTMLFormElement>): boolean => {
    if (!form.current) return false;
    const body = new FormData(form.current, (event.nativeEvent as SubmitEvent).submitter);
    // Enter in the field presses the form's first button.
    if (body.get('intent') === 'enter' && document.activeElement === codeControl()) body.set('intent', 'voucher');
    if (!voucherIntentOf(body, false)) return false;
    event.preventDefault();
    void send(body);
    return true;
  };
  const closeError = () => {
    setEntered((before) => ({ ...before, serverError: null }));
    requestAnimationFrame(() => codeControl()?.focus());
  };
  return { entered, takeOver, closeError };
}

/** `none`: no connection. Null: an unexpected answer, such as a login, which the browser then shows. */
async function ask(
  form: HTMLFormElement,
  body: FormData,
  wake: () => Promise<StepRules | null>,
): Promise<Answer | ServerError | 'none' | null> {
  const response = await callServer(form.action, { method: 'POST', body, headers: { accept: 'application/json' } });
  if (!response) return 'none';
  try {
    const isOurs = response.headers.get('content-type')?.startsWith('application/json');
    const answer = isOurs ? ((await response.json()) as Partial<Answer & ServerError>) : {};
    if (answer.voucherCodes) {
      const rules = await wake();
      return rules
        ? rules.loadCodeRules().then(
            () => answer as Answer,
            () => 'none',
          )
        : 'none';
    }
    return response.status >= 500 && answer.errorId ? (answer as ServerError) : null;
  } catch {
    return null;
  }
}
