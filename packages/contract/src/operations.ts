import * as accounts from './accounts/accounts.ts'
import * as apiTokens from './accounts/api-tokens.ts'
import * as signInMethods from './accounts/sign-in-methods.ts'
import * as admin from './admin.ts'
import * as betslip from './betslip.ts'
import * as dashboard from './dashboard.ts'
import * as draft from './draft.ts'
import * as dues from './dues.ts'
import * as comments from './feed/comments.ts'
import * as feed from './feed/feed.ts'
import * as feedItems from './feed/items.ts'
import * as media from './feed/media.ts'
import * as moderation from './feed/moderation.ts'
import * as historyAdmin from './history/administration.ts'
import * as history from './history/history.ts'
import * as importedPeople from './imported-people.ts'
import * as inbox from './inbox.ts'
import * as awards from './insights/awards.ts'
import * as insights from './insights/insights.ts'
import * as moves from './insights/moves.ts'
import * as playoffRace from './insights/playoff-race.ts'
import * as seasonCards from './insights/season-cards.ts'
import * as invites from './invites.ts'
import * as keepers from './keepers.ts'
import * as leagues from './leagues/leagues.ts'
import * as settings from './leagues/settings.ts'
import * as sources from './leagues/sources.ts'
import * as live from './live.ts'
import * as matchups from './matchups.ts'
import * as news from './news.ts'
import * as notifications from './notifications.ts'
import type { Operation } from './operation.ts'
import * as publicLink from './public-link.ts'
import * as recap from './recap.ts'
import * as rules from './rules.ts'
import * as refresh from './seasons/refresh.ts'
import * as seasons from './seasons/seasons.ts'
import * as shareImages from './share-images.ts'
import * as site from './site.ts'
import * as standings from './standings.ts'
import * as subscriptions from './subscriptions.ts'
import * as teams from './teams.ts'
import * as transactions from './transactions.ts'

/** What the features export, schemas among the operations. In the order of the reference. */
const exported = {
  ...accounts,
  ...apiTokens,
  ...subscriptions,
  ...signInMethods,
  ...leagues,
  ...sources,
  ...invites,
  ...publicLink,
  ...refresh,
  ...standings,
  ...teams,
  ...matchups,
  ...insights,
  ...draft,
  ...keepers,
  ...transactions,
  ...moves,
  ...seasonCards,
  ...awards,
  ...playoffRace,
  ...news,
  ...history,
  ...historyAdmin,
  ...seasons,
  ...betslip,
  ...feed,
  ...comments,
  ...feedItems,
  ...moderation,
  ...rules,
  ...dues,
  ...media,
  ...admin,
  ...settings,
  ...recap,
  ...dashboard,
  ...inbox,
  ...notifications,
  ...importedPeople,
  ...live,
  ...site,
  ...shareImages,
}

type Exported = typeof exported

export type Operations = {
  readonly [Name in keyof Exported as Exported[Name] extends Operation ? Name : never]: Exported[Name]
}

export const operations = Object.fromEntries(
  Object.entries(exported).filter(([, value]) => isOperation(value)),
) as Operations

function isOperation(value: object | string | number) {
  return typeof value === 'object' && 'url' in value && 'config' in value
}

export type OperationsByKey = {
  [Name in keyof Operations as `${Operations[Name]['method']} ${Operations[Name]['url']}`]: Operations[Name]
}

export type OperationKey = keyof OperationsByKey
