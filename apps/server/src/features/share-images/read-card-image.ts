import type { getDraft } from '@fieldhouse/contract/draft'
import type { getPlayoffRace } from '@fieldhouse/contract/insights/playoff-race'
import type { getSeasonCards, SeasonCard } from '@fieldhouse/contract/insights/season-cards'
import type { LeagueMatchup } from '@fieldhouse/contract/matchups'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { ShareFormat, ShareTheme } from '@fieldhouse/contract/share-images'
import type { listStandings } from '@fieldhouse/contract/standings'
import type { getTeam } from '@fieldhouse/contract/teams'
import type { getTrade } from '@fieldhouse/contract/transactions'
import type { LeagueRecords, RecordName } from '@fieldhouse/domain/history/league-records'
import type { HeadToHead } from '@fieldhouse/domain/history/played-games'
import type { Recap } from '@fieldhouse/domain/notifications/recap'
import type { RecapDocument } from '@fieldhouse/domain/recap/recap-document'
import type { Context } from '../../context.ts'
import { orThrow } from '../../http/errors/api-error.ts'
import type { CardTeam } from './card.ts'

export type CardStyle = {
  format: ShareFormat
  theme: ShareTheme
  league: string
}

export type SeasonCardTeam = CardTeam & { teamId: number }

/** What a card shows, as data that can be sent to another thread. */
export type CardContent =
  | { kind: 'matchup'; season: number; matchup: LeagueMatchup }
  | { kind: 'standings'; standings: ResponseOf<typeof listStandings> }
  | {
      kind: 'team'
      page: Pick<ResponseOf<typeof getTeam>, 'season' | 'scoring_format' | 'team' | 'weekly_points'>
    }
  | {
      kind: 'recap'
      season: number
      recap: Recap
      /** As it was posted; null if it was not, or by 0.1.0. */
      document: RecapDocument | null
      teams: readonly SeasonCardTeam[]
    }
  | { kind: 'race'; race: ResponseOf<typeof getPlayoffRace>; teams: readonly SeasonCardTeam[] }
  | {
      kind: 'season-card'
      season: number
      card: SeasonCard
      teams: readonly ResponseOf<typeof getSeasonCards>['teams'][number][]
    }
  /** `name` is null for all records. */
  | { kind: 'records'; name: RecordName | null; records: LeagueRecords }
  | { kind: 'head-to-head'; sides: readonly [CardTeam, CardTeam]; meetings: HeadToHead }
  | { kind: 'trade'; trade: ResponseOf<typeof getTrade> }
  | { kind: 'draft'; draft: Pick<ResponseOf<typeof getDraft>, 'season' | 'kind' | 'teams' | 'picks'> }

export type Content<Kind extends CardContent['kind']> = Extract<CardContent, { kind: Kind }>

export function logosOf(content: CardContent): (string | null)[] {
  return teamsIn(content).map(({ logo }) => logo)
}

function teamsIn(content: CardContent): readonly { logo: string | null }[] {
  switch (content.kind) {
    case 'matchup':
      return [content.matchup.away, content.matchup.home]
    case 'standings':
      return content.standings.standings
    case 'team':
      return [content.page.team]
    case 'records': {
      const record = content.name === null ? null : content.records[content.name]
      return record === null ? [] : [record.game.home.team, record.game.away.team]
    }
    case 'head-to-head':
      return content.sides
    case 'trade':
      return content.trade.teams
    case 'draft':
      return content.draft.teams
    default:
      return content.teams
  }
}

export type CardCall = {
  ctx: Pick<Context, 'drawCard'>
  query: Pick<CardStyle, 'format' | 'theme'>
}

/** The PNG of a card. Throws `busy` if too many others are waiting. */
export async function readCardImage({ ctx, query }: CardCall, league: string, content: CardContent) {
  const style = { format: query.format, theme: query.theme, league }
  return orThrow(await ctx.drawCard({ content, style }, logosOf(content)), 'busy')
}
