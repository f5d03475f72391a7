import { RECORD_NAMES } from '@fieldhouse/domain/history/league-records'
import { z } from 'zod'
import { GameId, LeaguePath, MatchupPeriod, SeasonYear, TeamId, WeekNumber } from '../fields.ts'
import { OwnerName } from '../history/owners.ts'
import { CardKind, CardsQuery } from '../insights/season-cards.ts'
import type { Limits } from '../limits.ts'
import { operationsOf } from '../operation.ts'
import { TradePath } from '../transactions/transactions.ts'

const { get } = operationsOf('history')
const matchups = operationsOf('matchups')
const standings = operationsOf('standings')
const feed = operationsOf('feed')

/** `wide` is 1200 × 630 pixels, for link previews; `tall` is 1080 × 1350, for phones. */
export const SHARE_FORMATS = ['wide', 'tall'] as const

export type ShareFormat = (typeof SHARE_FORMATS)[number]

export const SHARE_THEMES = ['solarized-light', 'solarized-dark', 'neutral-pro'] as const

export type ShareTheme = (typeof SHARE_THEMES)[number]

/** Drawing a picture takes about a tenth of a second of a core. */
const DRAW = {
  name: 'share-image',
  isShared: false,
  person: { requests: 60, seconds: 60 },
  address: { requests: 300, seconds: 60 },
} as const satisfies Limits

export const ImageQuery = z.object({
  format: z.enum(SHARE_FORMATS, 'The format is wide or tall.').default('wide'),
  theme: z
    .enum(SHARE_THEMES, 'The theme is solarized-light, solarized-dark or neutral-pro.')
    .default('solarized-light'),
})

const IMAGE = {
  access: 'member',
  errors: ['nothing_to_share', 'busy'],
  limits: DRAW,
  querystring: ImageQuery,
  produces: ['image/png'],
  response: z.file(),
} as const

export const getMatchupImage = matchups.get('/api/league/:league/games/:season/:week/:game/image/', {
  summary: 'Draws a matchup as a PNG',
  ...IMAGE,
  errors: ['game_not_found', 'busy'],
  params: LeaguePath.extend({ season: SeasonYear, week: MatchupPeriod, game: GameId }),
})

export const getStandingsImage = standings.get('/api/league/:league/standings/image/', {
  summary: 'Draws the standings of a season as a PNG',
  ...IMAGE,
  querystring: ImageQuery.extend({ season: SeasonYear.optional() }),
})

export const getRaceImage = standings.get('/api/league/:league/insights/race/image/', {
  summary: 'Draws the playoff race of a season as a PNG',
  ...IMAGE,
  querystring: ImageQuery.extend({ season: SeasonYear.optional() }),
})

export const getSeasonCardImage = get('/api/league/:league/insights/season-cards/image/', {
  summary: 'Draws a card of a finished season as a PNG',
  ...IMAGE,
  errors: ['team_not_found', 'nothing_to_share', 'busy'],
  querystring: ImageQuery.extend({ ...CardsQuery.shape, card: CardKind }),
})

export const getTeamImage = standings.get('/api/league/:league/teams/:team/image/', {
  summary: 'Draws the record and the weekly points of a team as a PNG',
  ...IMAGE,
  errors: ['team_not_found', 'busy'],
  params: LeaguePath.extend({ team: TeamId }),
  querystring: ImageQuery.extend({ season: SeasonYear.optional() }),
})

export const getRecapImage = feed.get('/api/league/:league/recaps/:season/:week/image/', {
  summary: 'Draws the recap of the matchups that ended with an NFL week as a PNG',
  ...IMAGE,
  params: LeaguePath.extend({ season: SeasonYear, week: WeekNumber }),
})

export const getRecordsImage = get('/api/league/:league/history/records/image/', {
  summary: 'Draws the league records, or one of them, as a PNG',
  ...IMAGE,
  querystring: ImageQuery.extend({
    record: z.enum(RECORD_NAMES, `The record is one of ${RECORD_NAMES.join(', ')}.`).optional(),
  }),
})

export const getComparisonImage = get('/api/league/:league/owner-compare/image/', {
  summary: 'Draws the head-to-head record of two owners as a PNG',
  ...IMAGE,
  errors: ['same_owner', 'owner_not_found', 'busy'],
  querystring: ImageQuery.extend({ a: OwnerName, b: OwnerName }),
})

export const getTradeImage = feed.get('/api/league/:league/trades/:season/:trade/image/', {
  summary: 'Draws a trade with its result to date as a PNG',
  ...IMAGE,
  errors: ['item_not_found', 'busy'],
  params: TradePath,
})

export const getDraftImage = get('/api/league/:league/insights/draft/image/', {
  summary: 'Draws the draft board of a season as a PNG',
  ...IMAGE,
  querystring: ImageQuery.extend({ season: SeasonYear.optional() }),
})
