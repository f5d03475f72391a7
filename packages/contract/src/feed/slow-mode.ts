import { SLOW_MODE_SECONDS } from '@fieldhouse/domain/league/moderation'
import { z } from 'zod'
import { Instant, LeaguePath, MessageResponse } from '../fields.ts'
import { WRITE } from '../limits.ts'
import type { Operation } from '../operation.ts'

/** Slow mode: the shortest time between two posts, proposals, uploads or comments of a member. Admins are exempt. */
export const SlowModeState = z.object({
  seconds: z.int(),
  /** When the current user may write again; null if they may now. */
  next_at: Instant.nullable(),
})

export type SlowModeState = z.infer<typeof SlowModeState>

export const saveSlowMode = {
  method: 'POST',
  url: '/api/league/:league/social/slow-mode/',
  config: { access: 'league_admin', errors: ['league_not_found'], limits: WRITE },
  schema: {
    summary: 'Sets how long members wait between two posts or comments; 0 turns slow mode off',
    tags: ['feed'],
    params: LeaguePath,
    body: z.object({
      seconds: z
        .int('Choose one of the times.')
        .refine((seconds) => SLOW_MODE_SECONDS.some((each) => each === seconds), 'Choose one of the times.'),
    }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation
