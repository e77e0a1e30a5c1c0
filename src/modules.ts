import { accountsModule } from '#modules/accounts/index.ts';
import { organizersModule } from '#modules/organizers/index.ts';
import type { ShopModule } from '#src/platform/module.ts';

/** The modules in rank order: each may use those before it. */
export const modules: readonly ShopModule[] = [accountsModule, organizersModule];
