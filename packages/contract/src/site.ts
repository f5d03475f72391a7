import { z } from 'zod'
import { READ } from './limits.ts'
import type { Operation } from './operation.ts'

export const getSite = {
  method: 'GET',
  url: '/api/site/',
  config: { access: 'anyone', errors: [], limits: READ },
  schema: {
    summary: 'What this site is set up for',
    tags: ['site'],
    response: {
      200: z.object({
        /** Whether `/draft/draft` leads to a draft app. */
        draft_app: z.boolean(),
        /** Whether the site sends email, such as reset links. */
        email: z.boolean(),
        /** Whether the site has no admin yet, who registers with the admin signup code. */
        needs_admin: z.boolean(),
      }),
    },
  },
} as const satisfies Operation
