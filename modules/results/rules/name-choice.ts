import { refuseFields } from '#src/kernel/problem.ts';

/** @throws Problem VALIDATION_FAILED */
export const choiceIn = (form: Pick<FormData, 'get'>): boolean => {
  const said = form.get('isShown');
  return said === 'true' || said === 'false' ? said === 'true' : refuseFields({ isShown: ['required'] });
};
