import { accounts, passwordReset } from '../features/accounts/accounts.ts'
import { email } from '../features/accounts/email.ts'
import { oidc } from '../features/accounts/oidc.ts'
import { apiTokens, ownAccount } from '../features/accounts/own-account.ts'
import { ownFactors, proveIdentity } from '../features/accounts/second-factors.ts'
import { users } from '../features/accounts/users.ts'
import { admin, jobs } from '../features/admin/admin.ts'
import { backfill } from '../features/backfill/backfill.ts'
import { betslip } from '../features/betslip/betslip.ts'
import { credentials } from '../features/credentials/credentials.ts'
import { dashboard } from '../features/dashboard/dashboard.ts'
import { draft } from '../features/draft/read-draft.ts'
import { dues } from '../features/dues/dues.ts'
import { leagueExport } from '../features/export/export.ts'
import { feed } from '../features/feed/feed.ts'
import { history, people } from '../features/history/history.ts'
import { pictures } from '../features/history/pictures.ts'
import { images } from '../features/images/images.ts'
import { importedPeople } from '../features/imported-people/imported-people.ts'
import { inbox } from '../features/inbox/inbox.ts'
import { insights } from '../features/insights/insights.ts'
import { invites } from '../features/invites/invites.ts'
import { keepers } from '../features/keepers/keepers.ts'
import { leaguePreview, leagues } from '../features/leagues/leagues.ts'
import { leagueSettings } from '../features/leagues/settings.ts'
import { matchups } from '../features/matchups/matchups.ts'
import { news } from '../features/news/news.ts'
import { notifications } from '../features/notifications/notifications.ts'
import { players } from '../features/players/players.ts'
import { playoffs } from '../features/playoffs/playoffs.ts'
import { publicLink } from '../features/public-link/public-link.ts'
import { recap } from '../features/recap/recap.ts'
import { refresh } from '../features/refresh/refresh.ts'
import { roster } from '../features/roster/read-roster.ts'
import { rules } from '../features/rules/rules.ts'
import { seasons } from '../features/seasons/seasons.ts'
import { shareImages } from '../features/share-images/share-images.ts'
import { backups } from '../features/site/backups/backups.ts'
import { site } from '../features/site/site.ts'
import { status } from '../features/site/status.ts'
import { sources } from '../features/sources/sources.ts'
import { standings } from '../features/standings/read-standings.ts'
import { subscriptions } from '../features/subscriptions/subscriptions.ts'
import { teams } from '../features/teams/teams.ts'
import { transactions } from '../features/transactions/read-transactions.ts'
import { webhook } from '../features/webhook/webhook.ts'
import type { HandledOperation } from '../http/operation.ts'
import { live } from './live.ts'

export const OPERATIONS: readonly HandledOperation[] = [
  ...accounts,
  ...apiTokens,
  ...email,
  ...oidc,
  ...ownAccount,
  ...ownFactors,
  ...passwordReset,
  ...proveIdentity,
  ...users,
  ...site,
  ...backups,
  ...status,
  ...betslip,
  ...draft,
  ...keepers,
  ...matchups,
  ...teams,
  ...players,
  ...playoffs,
  ...roster,
  ...dues,
  ...feed,
  ...history,
  ...people,
  ...pictures,
  ...backfill,
  ...credentials,
  ...leagueExport,
  ...importedPeople,
  ...refresh,
  ...rules,
  ...dashboard,
  ...insights,
  ...news,
  ...publicLink,
  ...recap,
  ...shareImages,
  ...seasons,
  ...sources,
  ...standings,
  ...admin,
  ...images,
  ...inbox,
  ...invites,
  ...jobs,
  ...leagues,
  ...leaguePreview,
  ...leagueSettings,
  ...live,
  ...notifications,
  ...subscriptions,
  ...webhook,
  ...transactions,
]
