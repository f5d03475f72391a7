import { RECORD_NAMES } from '@fieldhouse/domain/history/league-records'
import { z } from 'zod'
import {
  GameId,
  Instant,
  MatchupPeriod,
  MessageResponse,
  ScoringFormat,
  SeasonPeriodQuery,
  SeasonQuery,
  SeasonYear,
  TeamLink,
  TeamRecord,
  TeamRecordOrNull,
} from './fields.ts'
import { countInMemory, per } from './limits.ts'
import { matchupSchema } from './matchups.ts'
import { operationsOf } from './operation.ts'
import { ImageQuery } from './share-images.ts'
import { GameOutcome, Streak } from './standings.ts'

const { get, post } = operationsOf('leagues')
const standings = operationsOf('standings')
const matchups = operationsOf('matchups')
const history = operationsOf('history')

const PublicLink = z.object({
  shows_owners: z.boolean(),
  created_at: Instant,
  /** The username of who created it; null once that account is deleted. */
  created_by: z.string().nullable(),
})

export const getPublicLink = get('/api/league/:league/public-link/', {
  summary: 'Tells whether the league has a public link, and what that shows',
  access: 'league_admin',
  /** null while it is off. */
  response: z.object({ link: PublicLink.nullable() }),
})

/** Its earlier address stops working immediately. */
export const createPublicLink = post('/api/league/:league/public-link/', {
  summary: 'Turns the public link of a league on, with a new address',
  access: 'league_admin',
  body: z.object({ shows_owners: z.boolean().default(false) }),
  response: MessageResponse.extend({
    /** The path of the link on this site, with its code, which no other response contains. */
    path: z.string(),
    link: PublicLink,
  }),
})

export const savePublicLink = post('/api/league/:league/public-link/settings/', {
  summary: 'Changes what the public link of a league shows; its address stays',
  access: 'league_admin',
  errors: ['public_link_not_found'],
  body: z.object({ shows_owners: z.boolean() }),
})

export const revokePublicLink = post('/api/league/:league/public-link/revoke/', {
  summary: 'Turns the public link of a league off, which stops working immediately',
  access: 'league_admin',
  errors: ['public_link_not_found'],
})

/** Drawing a picture takes about a tenth of a second of a core, unless it was drawn before. */
const DRAW_PUBLIC = countInMemory('public-image', { address: per(120, 60) })

/** The code is the permission to read it. Every other code is answered alike. */
const PublicPath = z.object({ code: z.string().min(1).max(100) })

const READ = {
  access: 'anyone',
  errors: ['public_link_not_found'],
  /** A link in a group chat is opened by many at once. */
  limits: countInMemory('public-link', { address: per(600, 60) }),
  params: PublicPath,
} as const

export type PublicTeam = z.infer<typeof TeamLink>

/** Names from the provider, the primary owner first. Always empty if the link does not name owners. */
const Owners = z.array(z.string())

const PublicStanding = TeamLink.extend({
  owners: Owners,
  rank: z.int().nullable(),
  ...TeamRecordOrNull.shape,
  /** null if unknown, as are the points against. */
  points_for: z.number().nullable(),
  points_against: z.number().nullable(),
  seed: z.int().nullable(),
  streak: Streak.nullable(),
  last_result: GameOutcome.nullable(),
  games_back: z.number().nullable(),
})

const PublicSide = TeamLink.extend({
  /** null before the game begins, and in category leagues. */
  score: z.number().nullable(),
  categories: TeamRecord.nullable(),
  /** In the season's regular season so far; null if unknown. */
  record: TeamRecord.nullable(),
})

const PublicMatchup = matchupSchema(PublicSide).omit({ nfl_weeks: true }).required({ round: true })

export const getPublicLeague = get('/api/public/:code/', {
  summary: 'The league of a public link',
  ...READ,
  response: z.object({
    league: z.string(),
    /** The stored seasons, newest first. */
    seasons: z.array(z.int()),
    shows_owners: z.boolean(),
  }),
})

export const getPublicStandings = standings.get('/api/public/:code/standings/', {
  summary: 'The standings of a season, through a public link',
  ...READ,
  querystring: SeasonQuery,
  response: z.object({
    season: z.int(),
    scoring_format: ScoringFormat,
    /** In the order of the standings. */
    teams: z.array(PublicStanding),
    playoff_teams: z.int().nullable(),
    is_finished: z.boolean(),
    updated_at: Instant.nullable(),
  }),
})

export const getPublicScoreboard = matchups.get('/api/public/:code/scoreboard/', {
  summary: 'The games of a week, through a public link',
  ...READ,
  querystring: SeasonPeriodQuery,
  response: z.object({
    season: z.int(),
    scoring_format: ScoringFormat,
    /** null if the season has no week yet. */
    week: z.int().nullable(),
    /** The weeks that can be requested, in order. */
    weeks: z.array(z.int()),
    matchups: z.array(PublicMatchup),
    byes: z.array(TeamLink),
    /** The points of each team in the week of a total points league, most points first. */
    scores: z.array(TeamLink.extend({ score: z.number() })),
    updated_at: Instant.nullable(),
  }),
})

/** The owner's name; null for a team without one, and if the link does not name owners. */
const OwnerOrNull = z.string().nullable()

const PublicChampion = z.object({ name: z.string(), logo: z.string().nullable(), owner: OwnerOrNull })

const PublicRecord = z.object({
  season: z.int(),
  week: z.int(),
  /** The combined score, one side's score, or the margin. */
  value: z.number(),
  side: z.enum(['home', 'away']).nullable(),
  home: z.object({ name: z.string(), owner: OwnerOrNull, score: z.number() }),
  away: z.object({ name: z.string(), owner: OwnerOrNull, score: z.number() }),
})

export type PublicRecord = z.infer<typeof PublicRecord>

export const getPublicHistory = history.get('/api/public/:code/history/', {
  summary: 'The champions, final standings and records of a league, through a public link',
  ...READ,
  response: z.object({
    /** The league's first season, stored or not; null before the first season is stored. */
    first_year: z.int().nullable(),
    /** Newest first. */
    seasons: z.array(
      z.object({
        season: z.int(),
        scoring_format: ScoringFormat,
        is_finished: z.boolean(),
        /** By rank. Several teams of a finished season can have the rank 1. */
        teams: z.array(
          z.object({
            rank: z.int(),
            name: z.string(),
            logo: z.string().nullable(),
            owner: OwnerOrNull,
            ...TeamRecordOrNull.shape,
            points_for: z.number().nullable(),
          }),
        ),
        /** null while the season is in progress. The first of `champions`. */
        champion: PublicChampion.nullable(),
        /** Several if the title is shared. */
        champions: z.array(PublicChampion),
      }),
    ),
    /** Team names, most seasons first. */
    team_names: z.array(z.object({ name: z.string(), seasons: z.int(), titles: z.int() })),
    /** Most titles first. Empty if the link does not name owners. */
    owners: z.array(
      z.object({
        name: z.string(),
        seasons: z.int(),
        titles: z.int(),
        ...TeamRecord.shape,
      }),
    ),
    records: z.object(
      Object.fromEntries(RECORD_NAMES.map((name) => [name, PublicRecord.nullable()])) as Record<
        (typeof RECORD_NAMES)[number],
        z.ZodNullable<typeof PublicRecord>
      >,
    ),
  }),
})

const DRAW = { ...READ, limits: DRAW_PUBLIC, produces: ['image/png'], response: z.file() } as const

export const getPublicStandingsImage = standings.get('/api/public/:code/standings/image/', {
  summary: 'Draws the standings of a season as a PNG, through a public link',
  ...DRAW,
  errors: [...READ.errors, 'nothing_to_share', 'busy'],
  querystring: ImageQuery.extend({ season: SeasonYear.optional() }),
})

export const getPublicMatchupImage = matchups.get('/api/public/:code/games/:season/:week/:game/image/', {
  summary: 'Draws a matchup as a PNG, through a public link',
  ...DRAW,
  errors: [...READ.errors, 'game_not_found', 'busy'],
  params: PublicPath.extend({ season: SeasonYear, week: MatchupPeriod, game: GameId }),
  querystring: ImageQuery,
})
