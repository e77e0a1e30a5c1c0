export const genders = ['female', 'male', 'diverse'] as const;
export type Gender = (typeof genders)[number];
