import { eq } from 'drizzle-orm';
import { hours } from '#src/kernel/time.ts';
import type { PersonalData, ShopModule } from '#src/runtime/module.ts';
import { participantImportApi } from './api.ts';
import { forgetOldImports } from './imports.ts';
import { managePages } from './pages/manage.tsx';
import { ownPages } from './pages/own.tsx';
import { importProblems } from './rules/problems.ts';
import { participantImportColumns, participantImports } from './schema.ts';

/** Lists that the account uploaded and that are not deleted yet. Their orders are exported by their own module. */
export const importData: PersonalData = {
  async collect(reader, userId) {
    const { eventId, fileName, lines, createdAt, orderId } = participantImports;
    const lists = await reader
      .select({ eventId, fileName, lines, createdAt, orderId })
      .from(participantImports)
      .where(eq(participantImports.userId, userId));
    return { lists };
  },
  async erase({ tx }, userId) {
    await tx.delete(participantImports).where(eq(participantImports.userId, userId));
    await tx.delete(participantImportColumns).where(eq(participantImportColumns.owner, String(userId)));
  },
};

export const participantImportsModule = {
  name: 'participant-imports',
  problems: importProblems,
  routes: [...participantImportApi, ...managePages, ...ownPages],
  jobs: (deps) => [
    {
      name: 'forget-participant-imports',
      everyMs: hours(1),
      endsByClock: true,
      async run() {
        await deps.write(forgetOldImports);
        return false;
      },
    },
  ],
  personalData: importData,
} satisfies ShopModule;
