import { buildClient } from './client.ts';
import { buildTemplates, writeEmbed } from './embed.ts';
import { buildMessages } from './messages.ts';

buildTemplates();
await Promise.all([buildMessages(), buildClient()]);
await writeEmbed();
