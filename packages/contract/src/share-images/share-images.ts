import { RECORD_NAMES } from '@fieldhouse/domain/history/league-records'
import { z } from 'zod'
import { GameId, LeaguePath, MatchupPeriod, SeasonYear, TeamId, WeekNumber } from '../fields.ts'
import { OwnerName } from '../history/owners.ts'
import { CardKind, CardsQuery } from '../insights/season-cards.ts'
import type { Limits } from '../limits.ts'
import type { Operation } from '../operation.ts'
import { TradePath } from '../transactions/transactions.ts'

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

const image = { produces: ['image/png'], response: { 200: z.file() } } as const

export const getMatchupImage = {
  method: 'GET',
  url: '/api/league/:league/games/:season/:week/:game/image/',
  config: { access: 'member', errors: ['league_not_found', 'game_not_found', 'busy'], limits: DRAW },
  schema: {
    ...image,
    summary: 'Draws a matchup as a PNG',
    tags: ['matchups'],
    params: LeaguePath.extend({ season: SeasonYear, week: MatchupPeriod, game: GameId }),
    querystring: ImageQuery,
  },
} as const satisfies Operation

export const getStandingsImage = {
  method: 'GET',
  url: '/api/league/:league/standings/image/',
  config: { access: 'member', errors: ['league_not_found', 'nothing_to_share', 'busy'], limits: DRAW },
  schema: {
    ...image,
    summary: 'Draws the standings of a season as a PNG',
    tags: ['standings'],
    params: LeaguePath,
    querystring: ImageQuery.extend({ season: SeasonYear.optional() }),
  },
} as const satisfies Operation

export const getRaceImage = {
  method: 'GET',
  url: '/api/league/:league/insights/race/image/',
  config: { access: 'member', errors: ['league_not_found', 'nothing_to_share', 'busy'], limits: DRAW },
  schema: {
    ...image,
    summary: 'Draws the playoff race of a season as a PNG',
    tags: ['standings'],
    params: LeaguePath,
    querystring: ImageQuery.extend({ season: SeasonYear.optional() }),
  },
} as const satisfies Operation

export const getSeasonCardImage = {
  method: 'GET',
  url: '/api/league/:league/insights/season-cards/image/',
  config: {
    access: 'member',
    errors: ['league_not_found', 'team_not_found', 'nothing_to_share', 'busy'],
    limits: DRAW,
  },
  schema: {
    ...image,
    summary: 'Draws a card of a finished season as a PNG',
    tags: ['history'],
    params: LeaguePath,
    querystring: ImageQuery.extend({ ...CardsQuery.shape, card: CardKind }),
  },
} as const satisfies Operation

export const getTeamImage = {
  method: 'GET',
  url: '/api/league/:league/teams/:team/image/',
  config: { access: 'member', errors: ['league_not_found', 'team_not_found', 'busy'], limits: DRAW },
  schema: {
    ...image,
    summary: 'Draws the record and the weekly points of a team as a PNG',
    tags: ['standings'],
    params: LeaguePath.extend({ team: TeamId }),
    querystring: ImageQuery.extend({ season: SeasonYear.optional() }),
  },
} as const satisfies Operation

export const getRecapImage = {
  method: 'GET',
  url: '/api/league/:league/recaps/:season/:week/image/',
  config: { access: 'member', errors: ['league_not_found', 'nothing_to_share', 'busy'], limits: DRAW },
  schema: {
    ...image,
    summary: 'Draws the recap of the matchups that ended with an NFL week as a PNG',
    tags: ['feed'],
    params: LeaguePath.extend({ season: SeasonYear, week: WeekNumber }),
    querystring: ImageQuery,
  },
} as const satisfies Operation

export const getRecordsImage = {
  method: 'GET',
  url: '/api/league/:league/history/records/image/',
  config: { access: 'member', errors: ['league_not_found', 'nothing_to_share', 'busy'], limits: DRAW },
  schema: {
    ...image,
    summary: 'Draws the league records, or one of them, as a PNG',
    tags: ['history'],
    params: LeaguePath,
    querystring: ImageQuery.extend({
      record: z.enum(RECORD_NAMES, `The record is one of ${RECORD_NAMES.join(', ')}.`).optional(),
    }),
  },
} as const satisfies Operation

export const getComparisonImage = {
  method: 'GET',
  url: '/api/league/:league/owner-compare/image/',
  config: {
    access: 'member',
    errors: ['league_not_found', 'same_owner', 'owner_not_found', 'busy'],
    limits: DRAW,
  },
  schema: {
    ...image,
    summary: 'Draws the head-to-head record of two owners as a PNG',
    tags: ['history'],
    params: LeaguePath,
    querystring: ImageQuery.extend({ a: OwnerName, b: OwnerName }),
  },
} as const satisfies Operation

export const getTradeImage = {
  method: 'GET',
  url: '/api/league/:league/trades/:season/:trade/image/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found', 'busy'], limits: DRAW },
  schema: {
    ...image,
    summary: 'Draws a trade with its result to date as a PNG',
    tags: ['feed'],
    params: TradePath,
    querystring: ImageQuery,
  },
} as const satisfies Operation

export const getDraftImage = {
  method: 'GET',
  url: '/api/league/:league/insights/draft/image/',
  config: { access: 'member', errors: ['league_not_found', 'nothing_to_share', 'busy'], limits: DRAW },
  schema: {
    ...image,
    summary: 'Draws the draft board of a season as a PNG',
    tags: ['history'],
    params: LeaguePath,
    querystring: ImageQuery.extend({ season: SeasonYear.optional() }),
  },
} as const satisfies Operation
