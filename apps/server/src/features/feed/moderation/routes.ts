import {
  dismissReports,
  getModeration,
  hideContent,
  listReports,
  muteAuthor,
  reopenReports,
  reportContent,
  unhideContent,
  unmuteAuthor,
  withdrawReport,
} from '@fieldhouse/contract/moderation'
import { saveSlowMode } from '@fieldhouse/contract/slow-mode'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leagueOf } from '../../../auth/access.ts'
import type { RateLimiter } from '../../../auth/rate-limiter.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import type { DisplayNameReader } from '../../../repositories/leagues/display-names.ts'
import { authorOf, reportRateLimit, sendFeedError } from '../items/requests.ts'
import type { ContentKey } from './content-store.ts'
import type { HideStore } from './hide-store.ts'
import type { MuteStore } from './mute-store.ts'
import { presentReported } from './present.ts'
import type { ReportStore } from './report-store.ts'
import type { ReportedContentStore } from './reported-content-store.ts'
import type { SlowModeStore } from './slow-mode-store.ts'

export type ModerationOptions = {
  hides: HideStore
  reports: ReportStore
  reported: ReportedContentStore
  mutes: MuteStore
  slowMode: SlowModeStore
  names: DisplayNameReader
  limiter: RateLimiter
  now: () => Date
}

/** Reports, hiding, mutes and slow mode of a league. */
export const moderationRoutes: FastifyPluginAsyncZod<ModerationOptions> = async (app, options) => {
  const { hides, reports, reported, mutes, slowMode, names, limiter, now } = options
  app.setErrorHandler(sendFeedError)

  app.route({
    ...getModeration,
    async handler(request) {
      const user = authorOf(request)
      const { content, report } = await reports.find(user, request.params)
      const { userId: authorId } = content
      const displayNames = authorId === null ? null : await names.load(user.leagueId, `[${authorId}]`)
      return {
        is_mine: authorId === user.userId,
        author: authorId === null ? null : (displayNames?.get(authorId) ?? ''),
        is_muted: authorId !== null && (await mutes.isMuted(user, authorId)),
        is_hidden: content.hidden !== null,
        can_hide: user.canRunLeague,
        report: report === null ? null : { ...report, at: new Date(report.at).toISOString() },
      }
    },
  })

  app.route({
    ...reportContent,
    async handler(request) {
      const author = authorOf(request)
      await limiter.consume(reportRateLimit(author.userId), now())
      await reports.report(author, request.params, request.body, now())
      return { message: 'Reported to the league admins.' }
    },
  })

  app.route({
    ...withdrawReport,
    async handler(request) {
      await reports.withdraw(authorOf(request), request.params, now())
      return { message: 'Report withdrawn.' }
    },
  })

  app.route({
    ...muteAuthor,
    async handler(request) {
      await mutes.mute(authorOf(request), await otherAuthorOf(request, request.params), now())
      return { message: 'Muted.' }
    },
  })

  app.route({
    ...unmuteAuthor,
    async handler(request) {
      await mutes.unmute(authorOf(request), await otherAuthorOf(request, request.params), now())
      return { message: 'Unmuted.' }
    },
  })

  app.route({
    ...hideContent,
    async handler(request) {
      await hides.hide(authorOf(request), request.params, request.body.reason, now())
      return { message: 'Hidden from members.' }
    },
  })

  app.route({
    ...unhideContent,
    async handler(request) {
      await hides.unhide(authorOf(request), request.params, now())
      return { message: 'Members can see it again.' }
    },
  })

  app.route({
    ...dismissReports,
    async handler(request) {
      await reports.setDismissed(authorOf(request), request.params, true, now())
      return { message: 'Reports dismissed.' }
    },
  })

  app.route({
    ...reopenReports,
    async handler(request) {
      await reports.setDismissed(authorOf(request), request.params, false, now())
      return { message: 'Reports reopened.' }
    },
  })

  app.route({
    ...listReports,
    async handler(request) {
      const { id, name } = leagueOf(request)
      const listed = await reported.list(id, authorOf(request).userId, request.query.state)
      return {
        reported: listed.map((each) => presentReported(each, name)),
        slow_mode_seconds: await slowMode.get(id),
      }
    },
  })

  app.route({
    ...saveSlowMode,
    async handler(request) {
      const { seconds } = request.body
      await slowMode.save(authorOf(request), seconds, now())
      return { message: seconds === 0 ? 'Slow mode is off.' : 'Slow mode is on.' }
    },
  })

  /** Throws `not_allowed` for what the user or the league itself wrote: nobody mutes these. */
  async function otherAuthorOf(request: FastifyRequest, key: ContentKey): Promise<number> {
    const user = authorOf(request)
    const { content } = await reports.find(user, key)
    if (content.userId === null || content.userId === user.userId) throw new ApiError('not_allowed')
    return content.userId
  }
}
