import { buildClient } from './client.ts';
import { writeEmbed } from './embed.ts';
import { buildMessages } from './messages.ts';
import { buildTemplates } from './templates.ts';

buildTemplates();
await Promise.all([buildMessages(), buildClient()]);
await writeEmbed();
