import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'turso',
  schema: ['./src/platform/schema.ts', './modules/*/schema*.ts'],
  out: './migrations',
});
