import { limitCodeGuesses, vouchersOfCodes } from '#modules/vouchers/index.ts';
import { foldCode, type Voucher } from '#modules/vouchers/rules/voucher.ts';
import { Problem } from '#src/kernel/problem.ts';
import { type BookingContext, bookingContext, keepDraft, type LoginCall } from './booking-frame.tsx';
import type { RefusedCode } from './refusal.tsx';
import type { DraftData } from './rules/draft.ts';
import { voucherIntentOf } from './rules/voucher-intent.ts';
import { type CodeMessage, entryRefusal } from './rules/voucher-messages.ts';

/** 429 after too many wrong codes. */
export type EnteredStatus = 200 | 400 | 429;
export type EnteredVoucher = { voucherCodes: string[]; vouchers: Voucher[]; refused: RefusedCode | null };

/** Runs the buttons of the voucher box; null for other buttons. Refuses only codes that can never work. */
export async function enterVoucher(
  call: LoginCall,
  booking: BookingContext,
  data: DraftData,
  isLastStep: boolean,
  show: (after: BookingContext, refused: RefusedCode | null, status: EnteredStatus) => Promise<Response>,
): Promise<Response | null> {
  const intent = voucherIntentOf(call.form, isLastStep);
  if (!intent) return null;
  let refused: RefusedCode | null = null;
  let status: EnteredStatus = 200;
  let { voucherCodes } = data;
  if (intent.do === 'remove') {
    voucherCodes = voucherCodes.filter((code) => foldCode(code) !== foldCode(intent.code));
  } else if (intent.code !== '' || call.form.get('intent') === 'voucher') {
    try {
      const answer = await lookUp(call, booking, intent.code, voucherCodes);
      if ('code' in answer) voucherCodes = [...voucherCodes, answer.code];
      else refused = { code: intent.code, text: whyNot(call, booking, intent.code, answer.message) };
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'TOO_MANY_REQUESTS') throw error;
      const seconds = Number(error.details.retryAfterSeconds);
      call.context.header('retry-after', String(seconds));
      const text = booking.i18n.t('voucherBox.tooManyWrong', { minutes: Math.ceil(seconds / 60) });
      refused = { code: intent.code, text };
      status = 429;
    }
  }
  if (refused && status === 200) status = 400;
  await keepDraft(call, booking, { ...data, voucherCodes });
  const after = await bookingContext(call);
  if (call.context.req.header('accept')?.startsWith('application/json')) {
    const entered: EnteredVoucher = { voucherCodes, vouchers: after.vouchers, refused };
    return call.context.json(entered, status === 429 ? 429 : 200);
  }
  if (!refused && !isLastStep) return call.redirect(`${new URL(call.context.req.url).pathname}#vouchers`);
  return show(after, refused, status);
}

/** For a gift card's code, tells where to redeem it if the organizer sells gift cards. */
function whyNot({ deps }: LoginCall, { catalog, i18n }: BookingContext, code: string, message: CodeMessage): string {
  const takesCards = catalog.organizers.some(({ isMain, takesGiftCards }) => isMain && takesGiftCards);
  const isCard = message === 'codeInvalid' && takesCards && deps.isGiftCardCode(code);
  return i18n.t(isCard ? 'voucherBox.giftCard' : `voucherBox.message.${message}`);
}

type LookedUp = { code: string } | { message: CodeMessage };

/** The code in its official spelling, or why it is not saved. Wrong codes count against guessing. */
function lookUp(call: LoginCall, booking: BookingContext, input: string, codes: readonly string[]): Promise<LookedUp> {
  const { deps, viewer, clientAddress, now } = call;
  const eventId = booking.catalog.event.id;
  return limitCodeGuesses<LookedUp>(
    { deps, viewer, clientAddress, now },
    [input],
    async () => {
      const [voucher] = foldCode(input) === '' ? [] : await vouchersOfCodes(deps.read, eventId, [input]);
      const message = entryRefusal(input, codes, voucher, eventId, now);
      return message ? { message } : { code: voucher?.code ?? input };
    },
    (answer) => 'message' in answer && ['codeInvalid', 'voucherNotValidForEvent'].includes(answer.message),
  );
}
