import { auditLogRoutes } from '../../features/admin/audit-log-routes.ts'
import { auditLogStore } from '../../features/admin/audit-log-store.ts'
import { adminRoutes } from '../../features/admin/routes.ts'
import { adminStore } from '../../features/admin/store.ts'
import { readTeamPictures } from '../../features/history/read-history.ts'
import { inviteClaimStore } from '../../features/invites/claim-store.ts'
import { inviteLinkStore } from '../../features/invites/link-store.ts'
import { invitesRoutes } from '../../features/invites/routes.ts'
import { jobsRoutes } from '../../features/jobs/routes.ts'
import { jobListStore } from '../../features/jobs/store.ts'
import { joinRoutes } from '../../features/leagues/join-routes.ts'
import { joinStore } from '../../features/leagues/join-store.ts'
import { memberStore } from '../../features/leagues/member-store.ts'
import { previewRoutes } from '../../features/leagues/preview-routes.ts'
import { leaguesRoutes } from '../../features/leagues/routes.ts'
import { settingsRoutes } from '../../features/leagues/settings-routes.ts'
import { settingsStore } from '../../features/leagues/settings-store.ts'
import { leagueStore } from '../../features/leagues/store.ts'
import { liveRoutes } from '../../features/live/routes.ts'
import { webhookRoutes } from '../../features/webhook/routes.ts'
import type { ContractApp } from '../../http/requests/validation.ts'
import type { Services } from '../services.ts'
import { createWebhooks } from '../webhooks.ts'

/** Leagues: who is in them, where their data comes from, and how they are run. */
export async function leagueRoutes(api: ContractApp, services: Services): Promise<void> {
  const {
    db,
    images,
    jobs,
    leagueAccess: leagues,
    limiter,
    live,
    log,
    now,
    providers,
    seasons,
    serverCookies,
    settings,
    teams,
  } = services
  leaguesRoutes(api, {
    store: leagueStore(db, images),
    seasons,
    teams,
    readPictures: (leagueId, season) => readTeamPictures(services, leagueId, season),
    betslipLeague: settings.BETSLIP_LEAGUE,
    providers,
    log,
    now,
  })
  previewRoutes(api, { providers, serverCookies, images, log, now })
  joinRoutes(api, { store: joinStore(db), leagues, now })
  invitesRoutes(api, {
    links: inviteLinkStore(db),
    claims: inviteClaimStore(db),
    seasons,
    teams,
    limiter,
    now,
  })
  jobsRoutes(api, { store: jobListStore(db), jobs, now })
  liveRoutes(api, { streams: live.streams })
  adminRoutes(api, {
    store: adminStore(db),
    leagues,
    seasons,
    teams,
    now,
  })
  settingsRoutes(api, {
    store: settingsStore(db),
    members: memberStore(db),
    seasons,
    now,
  })
  webhookRoutes(api, { ...createWebhooks(db, settings, now), limiter, now })
  auditLogRoutes(api, { store: auditLogStore(db), leagues })
}
