import BookingStep from '../BookingStep.tsx';
import * as codeRules from './code-rules.ts';
import { haveCodeRules } from './codes.ts';
import { haveStepRules } from './rules.ts';
import * as stepRules from './step-rules.ts';

haveCodeRules(codeRules);
haveStepRules(stepRules);

export default BookingStep;
export type { BookingStepProps } from '../BookingStep.tsx';
export { priceView } from './price-view.ts';
