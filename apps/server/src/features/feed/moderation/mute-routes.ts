import { listMutes, removeMute } from '@fieldhouse/contract/moderation'
import { currentUser } from '../../../auth/access.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import type { Routes } from '../../../http/requests/validation.ts'
import type { MuteStore } from './mute-store.ts'

/** Whom the current user has muted, in all leagues. */
export const muteRoutes: Routes<{ mutes: MuteStore; now: () => Date }> = (app, { mutes, now }) => {
  app.route({
    ...listMutes,
    async handler(request) {
      const listed = await mutes.list(currentUser(request).userId)
      return {
        mutes: listed.map(({ mutedAt, ...mute }) => ({ ...mute, muted_at: new Date(mutedAt).toISOString() })),
      }
    },
  })

  app.route({
    ...removeMute,
    async handler(request) {
      if (!(await mutes.remove(currentUser(request).userId, request.params.id, now())))
        throw new ApiError('mute_not_found')
      return { message: 'Unmuted.' }
    },
  })
}
