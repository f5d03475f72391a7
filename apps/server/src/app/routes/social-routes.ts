import { importStore } from '../../features/betslip/import-store.ts'
import { ownerStore } from '../../features/betslip/owner-store.ts'
import { paymentStore } from '../../features/betslip/payment-store.ts'
import { sheetRefreshRoutes } from '../../features/betslip/refresh-routes.ts'
import { betslipRoutes } from '../../features/betslip/routes.ts'
import { scoreStore } from '../../features/betslip/score-store.ts'
import { pickStore } from '../../features/betslip/store.ts'
import { commentStore } from '../../features/feed/comments/comment-store.ts'
import { commentRoutes } from '../../features/feed/comments/routes.ts'
import { itemStore } from '../../features/feed/items/item-actions-store.ts'
import { mediaItemStore } from '../../features/feed/media/media-item-store.ts'
import { mediaRoutes } from '../../features/feed/media/routes.ts'
import { mentionStore } from '../../features/feed/mentions/mention-store.ts'
import { mentionRoutes } from '../../features/feed/mentions/routes.ts'
import { hideStore } from '../../features/feed/moderation/hide-store.ts'
import { muteRoutes } from '../../features/feed/moderation/mute-routes.ts'
import { muteStore } from '../../features/feed/moderation/mute-store.ts'
import { reportStore } from '../../features/feed/moderation/report-store.ts'
import { reportedContentStore } from '../../features/feed/moderation/reported-content-store.ts'
import { moderationRoutes } from '../../features/feed/moderation/routes.ts'
import { slowModeStore } from '../../features/feed/moderation/slow-mode-store.ts'
import { editRoutes } from '../../features/feed/posts/edit-routes.ts'
import { editStore } from '../../features/feed/posts/edit-store.ts'
import { postStore } from '../../features/feed/posts/post-store.ts'
import { reactionRoutes } from '../../features/feed/posts/reaction-routes.ts'
import { reactionStore } from '../../features/feed/posts/reaction-store.ts'
import { feedRoutes } from '../../features/feed/posts/routes.ts'
import { previewLinks } from '../../features/feed/previews/preview-links.ts'
import { previewStore } from '../../features/feed/previews/preview-store.ts'
import { previewRoutes } from '../../features/feed/previews/routes.ts'
import { proposalStore } from '../../features/feed/proposals/proposal-store.ts'
import { proposalRoutes } from '../../features/feed/proposals/routes.ts'
import { voteStore } from '../../features/feed/proposals/vote-store.ts'
import type { ContractApp } from '../../http/requests/validation.ts'
import type { Services } from '../services.ts'

/** What members write: the feed, the rules, the dues and the betslip. */
export async function socialRoutes(api: ContractApp, services: Services): Promise<void> {
  const {
    db,
    feed,
    games,
    jobs,
    limiter,
    linkPreviews,
    log,
    media,
    memory,
    names,
    nfl,
    now,
    publicUrl,
    seasons,
    settings,
    sheets,
    teams,
    voteKeys,
  } = services
  const items = itemStore(db)
  const links = previewLinks({ isOn: linkPreviews !== null, publicUrl, jobs })
  const comments = commentStore(db)
  await api.register(feedRoutes, {
    feed,
    items,
    posts: postStore(db),
    comments,
    files: media,
    links,
    limiter,
    now,
  })
  await api.register(previewRoutes, { previews: previewStore(db), now })
  await api.register(commentRoutes, { feed, comments, limiter, now })
  const mutes = muteStore(db)
  await api.register(moderationRoutes, {
    hides: hideStore(db),
    reports: reportStore(db),
    reported: reportedContentStore(db),
    mutes,
    slowMode: slowModeStore(db),
    names,
    limiter,
    now,
  })
  muteRoutes(api, { mutes, now })
  await api.register(editRoutes, { feed, edits: editStore(db), links, limiter, now })
  await api.register(reactionRoutes, { feed, reactions: reactionStore(db), limiter, now })
  await api.register(proposalRoutes, {
    feed,
    items,
    proposals: proposalStore(db, voteKeys),
    votes: voteStore(db, voteKeys),
    limiter,
    now,
  })
  await api.register(mediaRoutes, {
    feed,
    items,
    media: mediaItemStore(db),
    files: media,
    maxFileMb: settings.MAX_UPLOAD_MB,
    quotas: {
      personBytes: settings.MAX_MEDIA_MB_PER_PERSON * 1024 * 1024,
      leagueBytes: settings.MAX_MEDIA_MB_PER_LEAGUE * 1024 * 1024,
    },
    limiter,
    now,
  })
  mentionRoutes(api, { store: memory.remember(mentionStore(db), ['league']), names, teams, seasons, now })
  const picks = pickStore(db)
  const owners = memory.remember(ownerStore(db, teams), ['league', 'people', 'bets', 'season'])
  betslipRoutes(api, {
    store: picks,
    payments: paymentStore(db),
    owners,
    scores: scoreStore(db),
    games,
    teams,
    seasons,
    nfl,
    now,
  })
  sheetRefreshRoutes(api, {
    store: picks,
    imports: importStore(db),
    owners,
    seasons,
    sheets: sheets,
    log,
    now,
  })
}
