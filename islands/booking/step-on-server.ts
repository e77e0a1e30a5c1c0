import BookingStep from '../BookingStep.tsx';
import * as codeRules from './code-rules.ts';
import { haveCodeRules } from './codes.ts';
import { haveStepRules } from './rules.ts';
import * as stepRules from './step-rules.ts';

haveCodeRules(codeRules);
haveStepRules(stepRules);

/** The steps of the booking for whoever renders them on the server, with all that a browser loads when it is needed. */
export default BookingStep;
export type { BookingStepProps } from '../BookingStep.tsx';
export { priceView } from './price-view.ts';
