import { type PaperTemplate, plainTemplate } from '../rules/paper.ts';

/** How the papers of an organizer look by now; a paper keeps the look that it was issued with. */
export const templateOf = (look: { accent: string | null }): PaperTemplate => ({
  ...plainTemplate,
  accent: look.accent,
});
