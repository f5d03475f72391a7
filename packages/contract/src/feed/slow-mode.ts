import { SLOW_MODE_SECONDS } from '@fieldhouse/domain/league/moderation'
import { z } from 'zod'
import { Instant, MessageResponse } from '../fields.ts'
import { operationsOf } from '../operation.ts'

const { post } = operationsOf('feed')

/** Slow mode: the shortest time between two posts, proposals, uploads or comments of a member. Admins are exempt. */
export const SlowModeState = z.object({
  seconds: z.int(),
  /** When the current user may write again; null if they may now. */
  next_at: Instant.nullable(),
})

export const saveSlowMode = post('/api/league/:league/social/slow-mode/', {
  summary: 'Sets how long members wait between two posts or comments; 0 turns slow mode off',
  access: 'league_admin',
  body: z.object({
    seconds: z
      .int('Choose one of the times.')
      .refine((seconds) => SLOW_MODE_SECONDS.some((each) => each === seconds), 'Choose one of the times.'),
  }),
  response: MessageResponse,
})
